#include "matrix/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "matrix/axes.h"
#include "matrix/expand.h"
#include "matrix/scalars.h"

namespace assay::matrix {
namespace {

// Reads everything that cells are made of, then makes and checks them.
class CellReader {
 public:
  CellReader(Fields& top, const Vocabulary& vocabulary, Mistakes& mistakes)
      : vocabulary_(vocabulary), mistakes_(mistakes), mistakes_before_(mistakes.count()) {
    backends_ = read_backends(top.find("backends"), vocabulary, mistakes);
    for (const Backend& backend : backends_.sound) {
      for (const auto& [option, value] : backend.settings) {
        defaults_.settings.insert(option);
      }
    }
    defaults_.verify = top.boolean("verify").value_or(true);
    if (const Value* const topology = top.find("topology")) {
      defaults_.topology = read_topology(topology, mistakes);
      defaults_.topology_origin = topology->origin;
    }
    read_products(top);
    read_parameters(top.find("parameters"));
    make_cells();
    exclude(top.maps("exclude", most_entries));
    include();
    for (const DraftCell& draft : drafts_) {
      check_cell(draft, vocabulary_, mistakes_);
    }
  }

  std::vector<Cell> take_cells() {
    std::vector<Cell> cells;
    cells.reserve(drafts_.size());
    for (DraftCell& draft : drafts_) {
      cells.push_back(std::move(draft.cell));
    }
    return cells;
  }

  // The words for choosing among these cells; what is written down when they are not sound.
  Known known(std::span<const Cell> cells) const {
    std::vector<std::string> names = axis_names(backends_, vocabulary_);
    names.insert(names.begin() + 1, {"plugin", "environment"});
    Known known(std::move(names));
    for (const Cell& cell : cells) {
      known.add(cell);
    }
    if (!sound_) {
      known.set_guessed();
      guess(known);
    }
    return known;
  }

 private:
  // Adds what is written of the axes whose values all stand in the file: no default, and no
  // backend's own value, can add to them.
  void guess(Known& known) const {
    for (const std::string& name : backends_.names) {
      known.add("backend", name);
    }
    for (const Value* map : written_) {
      for (const Value::Entry& entry : map->entries) {
        const bool complete =
            entry.key == "workload" ||
            (includes_.empty() && entry.key != "backend" && entry.key != "durability" &&
             entry.key != "verify" && option_name(entry.key).empty());
        for (const Value& value : complete ? each(entry.value) : std::span<const Value>()) {
          known.add(entry.key, value.text);
        }
      }
    }
  }

  void read_products(Fields& top) {
    const Value* const axes = top.find("axes");
    const std::vector<const Value*> includes = top.maps("include", most_entries);
    if (axes == nullptr && includes.empty()) {
      mistakes_.add(top.origin(),
                    "axes is missing; it says what is measured, as 'axes: {workload: "
                    "cache.get}'");
    }
    if (axes != nullptr && check_map(*axes, "axes", mistakes_)) {
      written_.push_back(axes);
      product_ = read_axes(*axes, "axes", backends_, vocabulary_, mistakes_);
    }
    for (const Value* include : includes) {
      written_.push_back(include);
      includes_.push_back(read_axes(*include, "this include", backends_, vocabulary_, mistakes_));
    }
    for (const Value* map : written_) {
      for (const Value::Entry& entry : map->entries) {
        if (const std::string_view option = option_name(entry.key); !option.empty()) {
          defaults_.settings.emplace(option);
        }
      }
    }
  }

  // Workloads that some product names.
  std::vector<const workload::Description*> used_workloads() const {
    std::vector<const workload::Description*> used;
    for (const Value* map : written_) {
      const Value* const workloads = map->find("workload");
      for (const Value& value :
           workloads == nullptr ? std::span<const Value>() : each(*workloads)) {
        if (const auto* const found = find_workload(vocabulary_, value.text)) {
          used.push_back(found);
        }
      }
    }
    return used;
  }

  void read_parameters(const Value* map) {
    if (map == nullptr || !check_map(*map, "parameters", mistakes_)) {
      return;
    }
    const std::vector<const workload::Description*> used = used_workloads();
    std::vector<std::string> names;
    for (const workload::Description* workload : used) {
      for (const workload::Parameter& parameter : workload->parameters) {
        if (std::ranges::count(names, parameter.name) == 0) {
          names.push_back(parameter.name);
        }
      }
    }
    for (const Value::Entry& entry : map->entries) {
      if (!used.empty()) {
        check_word(entry.key, entry.origin, "parameter of the workloads here", names, mistakes_);
      }
      defaults_.parameters[entry.key] = entry.value;
      for (const workload::Description* workload : used) {
        const workload::Parameter* const parameter = find_parameter(*workload, entry.key);
        if (parameter != nullptr && !parameter->fixed &&
            !parameter_value(*parameter, entry.value)) {
          mistakes_.add(entry.value.origin,
                        fmt::format("{} of {} must be {}, not {}{}", entry.key, workload->name,
                                    expected(*parameter), found(entry.value),
                                    choice_suggestion(*parameter, entry.value)));
          break;
        }
      }
    }
  }

  void make_cells() {
    sound_ = mistakes_.count() == mistakes_before_;
    std::uint64_t all = product_.empty() ? 0 : count_cells(product_, backends_, vocabulary_);
    for (const std::vector<Axis>& axes : includes_) {
      all += axes.empty() ? 0 : count_cells(axes, backends_, vocabulary_);
    }
    if (all > most_cells) {
      mistakes_.add(
          written_.front()->origin,
          fmt::format("the axes make {} cells; at most {} are possible", all, most_cells));
      sound_ = false;
      product_.clear();
      includes_.clear();
      return;
    }
    if (!product_.empty()) {
      add(expand(product_, backends_, defaults_, vocabulary_, mistakes_));
    }
  }

  void add(std::vector<DraftCell> more) {
    for (DraftCell& draft : more) {
      if (ids_.insert(draft.cell.id).second) {
        drafts_.push_back(std::move(draft));
      }
    }
  }

  void exclude(const std::vector<const Value*>& maps) {
    if (maps.empty()) {
      return;
    }
    std::vector<Cell> cells;
    for (const DraftCell& draft : drafts_) {
      cells.push_back(draft.cell);
    }
    const Known words = known(cells);
    std::vector<bool> gone(cells.size());
    for (const Value* map : maps) {
      if (map->entries.empty()) {
        mistakes_.add(map->origin, "this exclude names no axis and would exclude everything");
        continue;
      }
      const std::optional<Selector> selector = read_selector(*map, "exclude", words, mistakes_);
      if (!selector) {
        continue;
      }
      bool any = false;
      for (std::size_t index = 0; index < cells.size(); ++index) {
        if (matches(cells[index], *selector)) {
          gone[index] = any = true;
        }
      }
      if (!any && sound_) {
        mistakes_.add(map->origin, "this exclude matches no cell");
      }
    }
    std::vector<DraftCell> kept;
    for (std::size_t index = 0; index < cells.size(); ++index) {
      if (gone[index]) {
        ids_.erase(drafts_[index].cell.id);
      } else {
        kept.push_back(std::move(drafts_[index]));
      }
    }
    drafts_ = std::move(kept);
  }

  void include() {
    for (const std::vector<Axis>& axes : includes_) {
      if (!axes.empty()) {
        add(expand(axes, backends_, defaults_, vocabulary_, mistakes_));
      }
    }
    if (drafts_.empty() && mistakes_.count() == mistakes_before_) {
      mistakes_.add({}, "no cell is left: everything is excluded");
    }
  }

  const Vocabulary& vocabulary_;
  Mistakes& mistakes_;
  std::size_t mistakes_before_;
  Backends backends_;
  Defaults defaults_;
  std::vector<const Value*> written_;  // axes, then each include
  std::vector<Axis> product_;
  std::vector<std::vector<Axis>> includes_;
  std::vector<DraftCell> drafts_;
  std::unordered_set<std::string> ids_;
  bool sound_ = true;
};

}  // namespace

Known read_cells(Fields& top, const Vocabulary& vocabulary, std::vector<Cell>& cells,
                 Mistakes& mistakes) {
  CellReader reader(top, vocabulary, mistakes);
  cells = reader.take_cells();
  return reader.known(cells);
}

}  // namespace assay::matrix
