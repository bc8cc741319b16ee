#include "matrix/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "matrix/fields.h"
#include "matrix/metrics.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

std::vector<const Cell*> selected(std::span<const Cell> cells, const Table& table) {
  std::vector<const Cell*> chosen;
  for (const Cell& cell : cells) {
    if (matches(cell, table.where)) {
      chosen.push_back(&cell);
    }
  }
  return chosen;
}

bool has_baseline(const Cell& cell, const Table& table) {
  return std::ranges::all_of(table.baseline, [&](const auto& pair) {
    return axis_value(cell, pair.first) == pair.second;
  });
}

// The axes, of all that cells can have, on which two cells differ.
std::vector<std::string> differences(const Cell& a, const Cell& b) {
  std::vector<std::string> axes{"backend", "durability",  "workload", "processes",
                                "threads", "connections", "depth",    "verify"};
  for (const Cell* cell : {&a, &b}) {
    for (const auto& [name, value] : cell->parameters) {
      axes.push_back(name);
    }
    for (const auto& [name, value] : cell->settings) {
      axes.push_back("settings." + name);
    }
  }
  std::ranges::sort(axes.begin() + 8, axes.end());
  axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  std::erase_if(
      axes, [&](const std::string& axis) { return axis_value(a, axis) == axis_value(b, axis); });
  return axes;
}

class TableReader {
 public:
  TableReader(const Value& map, std::span<const Cell> cells, const Known& known, Mistakes& mistakes)
      : fields_(&map, "a table", mistakes), cells_(cells), known_(known), mistakes_(mistakes) {}

  Table read() {
    table_.name = fields_.identifier("name").value_or("");
    who_ = table_.name.empty() ? "the table" : "the table " + quote(table_.name);
    if (fields_.find("name") == nullptr) {
      mistakes_.add(fields_.origin(), "a table needs a name");
    }
    table_.title = fields_.text("title").value_or(table_.name);
    read_axes("rows", table_.rows);
    read_axes("columns", table_.columns);
    read_metric();
    read_where();
    read_baseline();
    fields_.finish();
    if (!known_.guessed() && sound_) {
      check_cells();
    }
    return std::move(table_);
  }

 private:
  void read_axes(std::string_view key, std::vector<std::string>& axes) {
    const Value* const list = fields_.find(key);
    axes = fields_.texts(key);
    if (axes.empty()) {
      sound_ = false;
      if (list == nullptr || each(*list).empty()) {
        mistakes_.add(list == nullptr ? fields_.origin() : list->origin,
                      fmt::format("{} needs {}: at least one axis", who_, key));
      }
      return;
    }
    for (const Value& value : each(*list)) {
      if (value.kind != Value::Kind::scalar) {
        continue;
      }
      sound_ = known_.check_axis(value.text, value.origin, mistakes_) && sound_;
      if (key == "columns" && std::ranges::count(table_.rows, value.text) != 0) {
        mistakes_.add(value.origin,
                      fmt::format("{} is an axis of the rows and of the columns of {}",
                                  quote(value.text), who_));
      }
    }
  }

  void read_metric() {
    const std::optional<std::string> name = fields_.text("metric");
    const std::optional<std::string> unit = fields_.text("unit");
    table_.metric = name.value_or(table_.metric);
    table_.unit = unit.value_or("");
    if (name &&
        !check_word(*name, fields_.find("metric")->origin, "metric", metric_names(), mistakes_)) {
      return;
    }
    if (unit && !unit_factor(*find_metric(table_.metric), *unit)) {
      mistakes_.add(fields_.find("unit")->origin,
                    fmt::format("the metric {} has no unit {}; there are: {}", table_.metric,
                                quote(*unit), join(units(*find_metric(table_.metric)))));
    }
  }

  void read_where() {
    if (const Value* const where = fields_.find("where")) {
      const std::optional<Selector> selector = read_selector(*where, "where", known_, mistakes_);
      sound_ = sound_ && selector.has_value();
      table_.where = selector.value_or(Selector{});
    }
  }

  void read_baseline() {
    const Value* const baseline = fields_.find("baseline");
    if (baseline == nullptr) {
      return;
    }
    baseline_origin_ = baseline->origin;
    const std::optional<Selector> selector =
        read_selector(*baseline, "baseline", known_, mistakes_);
    sound_ = sound_ && selector.has_value();
    for (const auto& [axis, values] : selector.value_or(Selector{})) {
      if (values.size() != 1) {
        mistakes_.add(baseline_origin_, fmt::format("the baseline of {} must be one column: {} has "
                                                    "{} values",
                                                    who_, axis, values.size()));
      } else if (std::ranges::count(table_.columns, axis) == 0) {
        mistakes_.add(baseline_origin_,
                      fmt::format("the baseline of {} must be a column: {} is none of its columns "
                                  "({})",
                                  who_, axis, join(table_.columns)));
      } else {
        table_.baseline[axis] = values.front();
      }
    }
  }

  void check_cells() {
    const std::vector<const Cell*> chosen = selected(cells_, table_);
    if (chosen.empty()) {
      mistakes_.add(
          fields_.origin(),
          fmt::format("{} selects no cell: no cell has all that its where asks for", who_));
      return;
    }
    std::map<std::vector<std::string>, const Cell*> places;
    for (const Cell* cell : chosen) {
      std::vector<std::string> place;
      for (const auto* axes : {&table_.rows, &table_.columns}) {
        for (const std::string& axis : *axes) {
          place.push_back(axis_value(*cell, axis).value_or(""));
        }
      }
      const auto [taken, free] = places.emplace(std::move(place), cell);
      if (!free) {
        mistakes_.add(
            fields_.origin(),
            fmt::format("{} has one place for {} and {}; they differ in {}: make it rows or "
                        "columns, or fix it in where",
                        who_, taken->second->id, cell->id,
                        join(differences(*taken->second, *cell))));
        break;
      }
    }
    if (std::ranges::none_of(chosen,
                             [&](const Cell* cell) { return has_baseline(*cell, table_); })) {
      mistakes_.add(
          baseline_origin_,
          fmt::format("the baseline of {} is none of its columns: no selected cell has it", who_));
    }
  }

  Fields fields_;
  std::span<const Cell> cells_;
  const Known& known_;
  Mistakes& mistakes_;
  Table table_;
  std::string who_;
  Origin baseline_origin_;
  bool sound_ = true;
};

}  // namespace

std::vector<Table> read_tables(std::span<const Value* const> tables, std::span<const Cell> cells,
                               const Known& known, Mistakes& mistakes) {
  std::vector<Table> all;
  for (const Value* map : tables) {
    Table table = TableReader(*map, cells, known, mistakes).read();
    if (!table.name.empty() && std::ranges::find(all, table.name, &Table::name) != all.end()) {
      mistakes.add(map->find("name")->origin,
                   fmt::format("there is a table {} already", quote(table.name)));
    }
    all.push_back(std::move(table));
  }
  return all;
}

void keep_filled(std::vector<Table>& tables, std::span<const Cell> cells) {
  std::erase_if(tables, [&](const Table& table) { return selected(cells, table).empty(); });
  for (Table& table : tables) {
    const std::vector<const Cell*> chosen = selected(cells, table);
    if (std::ranges::none_of(chosen,
                             [&](const Cell* cell) { return has_baseline(*cell, table); })) {
      table.baseline.clear();
    }
  }
}

}  // namespace assay::matrix
