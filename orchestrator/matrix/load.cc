#include <fmt/format.h>

#include <algorithm>

#include "matrix/cells.h"
#include "matrix/document.h"
#include "matrix/fields.h"
#include "matrix/matrix.h"
#include "matrix/override.h"
#include "matrix/own_workloads.h"
#include "matrix/scalars.h"
#include "matrix/select.h"
#include "matrix/tables.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

constexpr std::int64_t greatest_seed = INT64_MAX;  // what JSON readers and SQLite hold
constexpr std::uint64_t most_blocks = 1'000'000;

Value read_root(const std::string& text, const Overrides& overrides, Mistakes& mistakes) {
  Value root = parse(text, std::nullopt, mistakes);
  if (root.kind != Value::Kind::map) {
    mistakes.fatal(
        root.origin,
        fmt::format("a matrix is a map of keys and values, as 'name: quick', not {}", found(root)));
  }
  apply_sets(root, overrides.set, mistakes);
  return root;
}

Timing read_timing(const Value* map, Mistakes& mistakes) {
  using std::chrono::hours;
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  Fields fields(map, "timing", mistakes);
  Timing timing;
  timing.warmup = fields.duration("warmup", seconds(0), hours(1)).value_or(timing.warmup);
  const auto measure = fields.duration("measure", milliseconds(10), hours(1));
  const auto operations = fields.integer("operations", 1, 1'000'000'000'000);
  timing.measure = measure.value_or(timing.measure);
  if (operations) {
    timing.operations = static_cast<std::uint64_t>(*operations);
  }
  timing.deadline =
      fields.duration("deadline", milliseconds(10), hours(1)).value_or(timing.deadline);
  timing.phase_deadline =
      fields.duration("phase_deadline", seconds(1), hours(24)).value_or(timing.phase_deadline);
  if (measure && operations) {
    const Origin time = fields.find("measure")->origin;
    const Origin number = fields.find("operations")->origin;
    if (time.option != 0 && number.option == 0) {
      timing.operations.reset();  // the command line has the last word
    } else if ((time.option != 0) == (number.option != 0)) {
      mistakes.add(number, "measure and operations both say how long a block lasts; give one");
    }
  }
  fields.finish();
  return timing;
}

void filter(Matrix& matrix, const std::vector<std::string>& filters, const Known& known,
            Mistakes& mistakes) {
  const std::size_t before = mistakes.count();
  Origin last;
  for (const std::string& text : filters) {
    last = mistakes.option(fmt::format("--filter {}", text));
    const std::optional<Value> map = filter_map(text, last, mistakes);
    if (!map) {
      continue;
    }
    const std::optional<Selector> selector = read_selector(*map, "the filter", known, mistakes);
    if (selector) {
      std::erase_if(matrix.cells, [&](const Cell& cell) { return !matches(cell, *selector); });
    }
  }
  if (!filters.empty() && matrix.cells.empty() && mistakes.count() == before && !known.guessed()) {
    mistakes.add(last, "no cell matches all the filters together");
  }
}

void check_loads(const Matrix& matrix, Mistakes& mistakes) {
  if (matrix.timing.operations &&
      std::ranges::any_of(matrix.cells, [](const Cell& cell) { return cell.open.has_value(); })) {
    mistakes.add({},
                 "an open load lasts for a time, not for a number of operations: give "
                 "timing.measure in place of timing.operations");
  }
}

void override_numbers(Matrix& matrix, const Overrides& overrides, Mistakes& mistakes) {
  if (overrides.rounds) {
    matrix.rounds = *overrides.rounds;
    if (matrix.rounds == 0 || matrix.rounds > most_rounds) {
      mistakes.add(mistakes.option(fmt::format("--rounds {}", matrix.rounds)),
                   fmt::format("rounds must be a whole number from 1 to {}", most_rounds));
    }
  }
  if (overrides.seed) {
    matrix.seed = *overrides.seed;
    if (matrix.seed > static_cast<std::uint64_t>(greatest_seed)) {
      mistakes.add(mistakes.option(fmt::format("--seed {}", matrix.seed)),
                   fmt::format("seed must be a whole number from 0 to {}", greatest_seed));
    }
  }
}

}  // namespace

std::vector<std::string> plugins_named(const std::filesystem::path& file,
                                       const Overrides& overrides) {
  Mistakes mistakes(file.string());
  const Value root = read_root(read_file(file), overrides, mistakes);
  std::vector<std::string> plugins;
  const Value* const backends = root.find("backends");
  if (backends == nullptr) {
    return plugins;
  }
  for (const Value::Entry& entry : backends->entries) {
    const Value* const plugin = entry.value.find("plugin");
    const std::string& name = plugin == nullptr ? entry.key : plugin->text;
    if (std::ranges::count(plugins, name) == 0) {
      plugins.push_back(name);
    }
  }
  return plugins;
}

Matrix load(const std::filesystem::path& file, const Vocabulary& vocabulary,
            const Overrides& overrides) {
  Mistakes mistakes(file.string());
  Matrix matrix;
  matrix.text = read_file(file);
  const Value root = read_root(matrix.text, overrides, mistakes);
  Fields top(&root, "the matrix", mistakes);
  matrix.name = top.identifier("name").value_or("");
  if (top.find("name") == nullptr) {
    mistakes.add(root.origin, "name is missing; give the matrix one, as 'name: quick'");
  }
  matrix.description = top.text("description").value_or("");
  matrix.rounds =
      static_cast<std::uint32_t>(top.integer("rounds", 1, most_rounds).value_or(matrix.rounds));
  matrix.seed = static_cast<std::uint64_t>(
      top.integer("seed", 0, greatest_seed).value_or(static_cast<std::int64_t>(matrix.seed)));
  matrix.timing = read_timing(top.find("timing"), mistakes);
  const OwnWorkloads own(top.find("workloads"), vocabulary, mistakes);
  const Known known = read_cells(top, own.vocabulary(), matrix.cells, mistakes);
  check_loads(matrix, mistakes);
  matrix.tables = read_tables(top.maps("tables", most_entries), matrix.cells, known, mistakes);
  top.finish();
  override_numbers(matrix, overrides, mistakes);
  filter(matrix, overrides.filters, known, mistakes);
  if (matrix.cells.size() * matrix.rounds > most_blocks) {
    mistakes.add({}, fmt::format("{} cells x {} rounds are more than {} blocks; measure fewer",
                                 matrix.cells.size(), matrix.rounds, most_blocks));
  }
  mistakes.throw_if_any();
  keep_filled(matrix.tables, matrix.cells);
  return matrix;
}

}  // namespace assay::matrix
