#include "matrix/expand.h"

#include <fmt/format.h>

#include <algorithm>

#include "matrix/cell_axes.h"
#include "matrix/open_load.h"
#include "matrix/scalars.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

constexpr std::uint64_t uncountable = 1'000'000'000'000'000'000;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a > uncountable / b ? uncountable : a * b;
}

// Keeps an id one word whose parts can be told apart.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte <= 0x20 || byte == 0x7f || std::string_view("/,=%").find(each) != std::string::npos) {
      out += fmt::format("%{:02x}", byte);
    } else {
      out += each;
    }
  }
  return out;
}

// How the cell is driven, but for its open load.
std::string client_text(const Cell& cell) {
  const Topology& topology = cell.topology;
  std::string text = fmt::format("/p{}t{}c{}d{}", topology.processes, topology.threads,
                                 topology.connections, topology.depth);
  if (topology.per_operation) {
    text += fmt::format("/{}", per_operation_word);
  }
  for (const std::string_view axis : {"start", "memory"}) {
    const std::string value = find_cell_axis(axis)->get(cell);
    if (value != find_cell_axis(axis)->get({})) {
      text += fmt::format("/{}={}", axis, value);
    }
  }
  return text;
}

std::string parameters_text(const Cell& cell, const workload::Description& workload) {
  std::vector<std::string> parameters;
  for (const auto& [name, value] : cell.parameters) {
    if (value != find_parameter(workload, name)->default_value) {
      parameters.push_back(fmt::format("{}={}", name, escaped(to_text(value))));
    }
  }
  return parameters.empty() ? "" : fmt::format("/{}", fmt::join(parameters, ","));
}

// Those that a product gives the cell: what is the backend's own is left out.
std::string settings_text(const Cell& cell, const Backend& backend) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : cell.settings) {
    if (!backend.settings.contains(name) &&
        value != find_option(*backend.capabilities, name)->default_value) {
      settings.push_back(fmt::format("settings.{}={}", name, escaped(value)));
    }
  }
  return settings.empty() ? "" : fmt::format("/{}", fmt::join(settings, ","));
}

// What a cell has in common with those it is compared with over backends.
std::string make_group(const Cell& cell, const Backend& backend,
                       const workload::Description& workload, const std::vector<Axis>& axes) {
  const bool chosen = find_axis(axes, "durability") != nullptr && !backend.durability;
  return (chosen ? fmt::format("{}/", name(cell.durability)) : "") + cell.workload +
         parameters_text(cell, workload) + settings_text(cell, backend) + client_text(cell) +
         (cell.verify || backend.verify ? "" : "/unverified");
}

// A cell's own name: what it is made of, without what follows from the backend's name and from
// defaults. It depends on nothing else in the matrix, so that runs of different matrices agree.
std::string make_id(const Cell& cell, const Backend& backend,
                    const workload::Description& workload) {
  std::string id = fmt::format("{}/{}/{}", cell.backend, name(cell.durability), cell.workload) +
                   parameters_text(cell, workload) + settings_text(cell, backend) +
                   client_text(cell);
  if (cell.open) {
    id += fmt::format(
        "/open={}{}",
        cell.open->of_slowest > 0 ? fmt::format("{}x", cell.open->of_slowest) : to_text(cell.open),
        cell.open->poisson ? ",poisson" : "");
  }
  return id + (cell.verify ? "" : "/unverified");
}

// The level a backend runs at when nothing says which: process where there is it, or the only one.
std::optional<Durability> default_durability(const Capabilities& capabilities) {
  for (const DurabilityLevel& each : capabilities.durability) {
    if (each.level == Durability::process || capabilities.durability.size() == 1) {
      return each.level;
    }
  }
  return std::nullopt;
}

// All cells of one backend with one workload.
class Corner {
 public:
  Corner(const Backend& backend, const workload::Description& workload,
         const std::vector<Axis>& axes, const Defaults& defaults, const Vocabulary& vocabulary,
         Mistakes& mistakes)
      : backend_(backend), workload_(workload), axes_(axes) {
    Cell& cell = base_.cell;
    cell.backend = backend.name;
    cell.plugin = backend.plugin;
    cell.environment = backend.environment;
    cell.workload = workload.name;
    if (const auto own = vocabulary.definitions.find(workload.name);
        own != vocabulary.definitions.end()) {
      cell.definition = own->second;
    }
    cell.topology = defaults.topology;
    cell.verify = backend.verify.value_or(defaults.verify);
    base_.backend = base_.durability = backend.origin;
    base_.depth = base_.topology = defaults.topology_origin.value_or(backend.origin);
    set_durability(mistakes);
    for (const workload::Parameter& parameter : workload.parameters) {
      const auto fixed = defaults.parameters.find(parameter.name);
      cell.parameters[parameter.name] =
          fixed == defaults.parameters.end() || parameter.fixed
              ? parameter.default_value
              : parameter_value(parameter, fixed->second).value_or(parameter.default_value);
    }
    for (const Option& option : backend.capabilities->options) {
      if (defaults.settings.contains(option.name)) {
        const auto own = backend.settings.find(option.name);
        cell.settings[option.name] =
            own == backend.settings.end() ? option.default_value : own->second;
      }
    }
  }

  // `position[axis]` is the cell's index in each axis; 0 where the axis does not apply.
  void add_all(std::vector<std::size_t>& position, std::size_t axis,
               std::vector<std::pair<std::vector<std::size_t>, DraftCell>>& cells) {
    if (axis == axes_.size()) {
      cells.emplace_back(position, base_);
      Cell& cell = cells.back().second.cell;
      cell.id = make_id(cell, backend_, workload_);
      if (cell.open && cell.open->of_slowest > 0) {
        cell.open->group = make_group(cell, backend_, workload_, axes_);
      }
      return;
    }
    const std::string& name = axes_[axis].name;
    if (name == "backend" || name == "workload" || !applies(name, backend_, workload_)) {
      set_origin(axes_[axis], position[axis]);
      add_all(position, axis + 1, cells);
      return;
    }
    for (std::size_t index = 0; index < axes_[axis].values.size(); ++index) {
      position[axis] = index;
      set(name, axes_[axis].values[index]);
      add_all(position, axis + 1, cells);
    }
    position[axis] = 0;
  }

 private:
  void set_durability(Mistakes& mistakes) {
    const std::optional<Durability> level =
        backend_.durability ? backend_.durability : default_durability(*backend_.capabilities);
    if (level) {
      base_.cell.durability = *level;
    } else if (find_axis(axes_, "durability") == nullptr) {
      std::vector<std::string> levels;
      for (const DurabilityLevel& each : backend_.capabilities->durability) {
        levels.emplace_back(name(each.level));
      }
      mistakes.add(backend_.origin, fmt::format("the backend {} needs a durability{}",
                                                quote(backend_.name), suggestion("", levels)));
    }
  }

  void set_origin(const Axis& axis, std::size_t index) {
    if (axis.name == "backend") {
      base_.backend = axis.values[index].origin;
    } else if (axis.name == "workload") {
      base_.workload = axis.values[index].origin;
    }
  }

  void set(const std::string& name, const Value& value) {
    Cell& cell = base_.cell;
    if (name == "durability") {
      cell.durability = *durability_of(value.text);
      base_.durability = value.origin;
    } else if (name == "verify") {
      cell.verify = *to_boolean(value.text);
    } else if (name == open_axis) {
      cell.open = to_open(value.text)->load;
      base_.open = value.origin;
      set_arrivals();
    } else if (name == arrivals_axis) {
      poisson_ = value.text == arrival_words()[1];
      set_arrivals();
    } else if (const workload::Parameter* const parameter = find_parameter(workload_, name)) {
      cell.parameters[name] = *parameter_value(*parameter, value);
    } else if (const std::string option(option_name(name)); !option.empty()) {
      cell.settings[option] = *option_value(*find_option(*backend_.capabilities, option), value);
    } else {
      find_cell_axis(name)->set(cell, value);
      (name == "depth"                       ? base_.depth
       : name == "start" || name == "memory" ? base_.client
                                             : base_.topology) = value.origin;
    }
  }

  void set_arrivals() {
    if (base_.cell.open) {
      base_.cell.open->poisson = poisson_;
    }
  }

  const Backend& backend_;
  const workload::Description& workload_;
  const std::vector<Axis>& axes_;
  DraftCell base_;
  bool poisson_ = false;
};

// A setting that the level cannot be kept with. What a cell does not carry has its default, which
// every level can be kept with.
void check_needs(const DraftCell& draft, const DurabilityLevel& level, const std::string& who,
                 Mistakes& mistakes) {
  for (const Setting& need : level.needs) {
    const auto setting = draft.cell.settings.find(need.name);
    if (setting != draft.cell.settings.end() && setting->second != need.value) {
      mistakes.add(draft.durability,
                   fmt::format("{} has durability {} only with {} {}, not {}; exclude it", who,
                               quote(name(level.level)), need.name, quote(need.value),
                               quote(setting->second)));
    }
  }
}

}  // namespace

std::uint64_t count_cells(const std::vector<Axis>& axes, const Backends& backends,
                          const Vocabulary& vocabulary) {
  std::uint64_t sum = 0;
  for (const Value& backend : find_axis(axes, "backend")->values) {
    for (const Value& workload : find_axis(axes, "workload")->values) {
      std::uint64_t product = 1;
      for (const Axis& axis : axes) {
        if (axis.name != "backend" && axis.name != "workload" &&
            applies(axis.name, *find_backend(backends, backend.text),
                    *find_workload(vocabulary, workload.text))) {
          product = times(product, axis.values.size());
        }
      }
      sum = std::min(sum + product, uncountable);
    }
  }
  return sum;
}

std::vector<DraftCell> expand(const std::vector<Axis>& axes, const Backends& backends,
                              const Defaults& defaults, const Vocabulary& vocabulary,
                              Mistakes& mistakes) {
  std::vector<std::pair<std::vector<std::size_t>, DraftCell>> cells;
  const auto place_of = [&](std::string_view name) {
    return static_cast<std::size_t>(find_axis(axes, name) - axes.data());
  };
  std::vector<std::size_t> position(axes.size());
  std::size_t& backend_index = position[place_of("backend")];
  std::size_t& workload_index = position[place_of("workload")];
  const std::vector<Value>& backend_values = find_axis(axes, "backend")->values;
  const std::vector<Value>& workload_values = find_axis(axes, "workload")->values;
  for (backend_index = 0; backend_index < backend_values.size(); ++backend_index) {
    for (workload_index = 0; workload_index < workload_values.size(); ++workload_index) {
      Corner corner(*find_backend(backends, backend_values[backend_index].text),
                    *find_workload(vocabulary, workload_values[workload_index].text), axes,
                    defaults, vocabulary, mistakes);
      corner.add_all(position, 0, cells);
    }
  }
  std::ranges::stable_sort(
      cells, {}, [](const auto& each) -> const auto& { return each.first; });
  std::vector<DraftCell> sorted;
  sorted.reserve(cells.size());
  for (auto& [order, draft] : cells) {
    sorted.push_back(std::move(draft));
  }
  return sorted;
}

void check_cell(const DraftCell& draft, const Vocabulary& vocabulary, Mistakes& mistakes) {
  const Cell& cell = draft.cell;
  const Capabilities& can = vocabulary.plugins.at(cell.plugin);
  const std::string who =
      fmt::format("the backend {} (plugin {})", quote(cell.backend), cell.plugin);
  const workload::Description& workload = *find_workload(vocabulary, cell.workload);
  const Component wanted = workload.component;
  if (std::ranges::count(can.components, wanted) == 0) {
    mistakes.add(draft.workload, fmt::format("{} has no {}, which {} needs; exclude it", who,
                                             name(wanted), cell.workload));
  }
  std::vector<std::string> levels;
  for (const DurabilityLevel& each : can.durability) {
    levels.emplace_back(name(each.level));
    if (each.level == cell.durability) {
      check_needs(draft, each, who, mistakes);
    }
  }
  if (std::ranges::count(levels, name(cell.durability)) == 0) {
    mistakes.add(draft.durability,
                 fmt::format("{} has no durability {}{}", who, quote(name(cell.durability)),
                             suggestion("", levels)));
  }
  const Topology& topology = cell.topology;
  if (topology.depth > can.max_depth) {
    mistakes.add(draft.depth,
                 can.max_depth == 0
                     ? fmt::format("{} works one operation at a time: depth must be 0, not {}", who,
                                   topology.depth)
                     : fmt::format("{} has at most {} operations in flight: depth may not be {}",
                                   who, can.max_depth, topology.depth));
  }
  if (workload.depth_0_only && topology.depth > 0) {
    mistakes.add(
        draft.depth,
        fmt::format("{} makes several calls an operation, which wait for one another: depth "
                    "must be 0, not {}; exclude it",
                    cell.workload, topology.depth));
  }
  if (topology.per_operation && topology.depth > 0) {
    mistakes.add(draft.depth,
                 fmt::format("with connections {} an operation has a connection to itself: depth "
                             "must be 0, not {}",
                             per_operation_word, topology.depth));
  }
  if ((cell.cold || cell.memory_bytes > 0) && cell.environment != Environment::embedded) {
    mistakes.add(draft.client,
                 fmt::format("{} is a server's client here; start cold and memory limits are for "
                             "embedded systems, whose data the worker processes read themselves",
                             who));
  }
  const std::uint64_t threads = std::uint64_t{topology.processes} * topology.threads;
  if (threads > 4096 || threads * topology.connections > 65536) {
    mistakes.add(draft.topology,
                 fmt::format("{} processes x {} threads x {} connections are more than the 4096 "
                             "threads or 65536 connections a cell may have",
                             topology.processes, topology.threads, topology.connections));
  }
}

}  // namespace assay::matrix
