#include "matrix/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "matrix/cell_axes.h"
#include "matrix/fields.h"
#include "matrix/open_load.h"
#include "matrix/scalars.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

// Whether the value is one of the axis's; reports it when it is not.
bool set_or_report(const CellAxis& axis, Cell& cell, const Value& value, Mistakes& mistakes) {
  const bool sound = value.kind == Value::Kind::scalar && axis.set(cell, value);
  if (!sound) {
    mistakes.add(value.origin,
                 fmt::format("{} must be {}, not {}", axis.name, axis.expected, found(value)));
  }
  return sound;
}

// The values of one axis that are scalars and not there twice.
std::vector<Value> read_values(const Value::Entry& entry, Mistakes& mistakes) {
  if (each(entry.value).empty()) {
    mistakes.add(entry.origin,
                 fmt::format("the axis {} is empty; give it at least one value", quote(entry.key)));
  }
  std::set<std::string> seen;
  std::vector<Value> values;
  const Value open = entry.key == open_axis ? open_scalars(entry.value) : Value();
  for (const Value& value : each(entry.key == open_axis ? open : entry.value)) {
    if (value.kind != Value::Kind::scalar) {
      mistakes.add(value.origin, fmt::format("a value of the axis {} must be a word or a number, "
                                             "not {}",
                                             quote(entry.key), found(value)));
    } else if (!seen.insert(value.text).second) {
      mistakes.add(value.origin,
                   fmt::format("the axis {} has {} twice", quote(entry.key), quote(value.text)));
    } else {
      values.push_back(value);
    }
  }
  return values;
}

// Checks the values of all axes beside each other and drops the wrong ones.
class ValueCheck {
 public:
  ValueCheck(const Backends& backends, const Vocabulary& vocabulary, Mistakes& mistakes)
      : backends_(backends), vocabulary_(vocabulary), mistakes_(mistakes) {
    for (const workload::Description& each : vocabulary.workloads) {
      workload_names_.push_back(each.name);
    }
  }

  // False when some axis is left without a value.
  bool run(std::vector<Axis>& axes) {
    all_known_ = backends_.sound.size() == backends_.names.size();
    for (Axis& axis : axes) {
      const auto dropped =
          std::erase_if(axis.values, [&](const Value& value) { return !check_fixed(axis, value); });
      all_known_ = all_known_ && dropped == 0;
    }
    collect(axes);
    bool complete = true;
    for (Axis& axis : axes) {
      std::erase_if(axis.values, [&](const Value& value) { return !check_typed(axis, value); });
      check_used(axis);
      complete = complete && !axis.values.empty();
    }
    return complete;
  }

 private:
  // Axes whose values mean the same for every cell.
  bool check_fixed(const Axis& axis, const Value& value) {
    if (axis.name == "backend") {
      return check_word(value.text, value.origin, "backend", backends_.names, mistakes_) &&
             find_backend(backends_, value.text) != nullptr;
    }
    if (axis.name == "workload") {
      return check_word(value.text, value.origin, "workload", workload_names_, mistakes_);
    }
    if (axis.name == "durability") {
      return check_word(value.text, value.origin, "durability", durability_words(), mistakes_);
    }
    if (axis.name == "verify") {
      return check_flag(axis, value);
    }
    if (axis.name == arrivals_axis) {
      return check_word(value.text, value.origin, "arrivals", arrival_words(), mistakes_);
    }
    if (axis.name == open_axis) {
      return check_open(value);
    }
    const CellAxis* const cell_axis = find_cell_axis(axis.name);
    Cell unused;
    return cell_axis == nullptr || set_or_report(*cell_axis, unused, value, mistakes_);
  }

  bool check_open(const Value& value) {
    if (to_open(value.text)) {
      return true;
    }
    mistakes_.add(value.origin,
                  fmt::format("open must be {}, not {}", open_expected, found(value)));
    return false;
  }

  bool check_flag(const Axis& axis, const Value& value) {
    if (!value.quoted && to_boolean(value.text)) {
      return true;
    }
    mistakes_.add(value.origin,
                  fmt::format("{} must be true or false, not {}", axis.name, found(value)));
    return false;
  }

  void collect(const std::vector<Axis>& axes) {
    for (const Axis& axis : axes) {
      for (const Value& value : axis.values) {
        if (axis.name == "backend") {
          used_backends_.push_back(find_backend(backends_, value.text));
        } else if (axis.name == "workload") {
          used_workloads_.push_back(find_workload(vocabulary_, value.text));
        }
      }
    }
  }

  // Axes whose values each workload or plugin reads in its own way.
  bool check_typed(const Axis& axis, const Value& value) {
    const std::string_view option_wanted = option_name(axis.name);
    for (const Backend* backend : used_backends_) {
      const Option* const option = find_option(*backend->capabilities, option_wanted);
      if (!option_wanted.empty() && option != nullptr && !option_value(*option, value)) {
        mistakes_.add(value.origin, fmt::format("{} of the plugin {} must be {}, not {}{}",
                                                axis.name, backend->plugin, expected(*option),
                                                found(value), choice_suggestion(*option, value)));
        return false;
      }
    }
    for (const workload::Description* each : used_workloads_) {
      const workload::Parameter* const parameter = find_parameter(*each, axis.name);
      if (parameter != nullptr && !parameter->fixed && !parameter_value(*parameter, value)) {
        mistakes_.add(value.origin, fmt::format("{} of {} must be {}, not {}{}", axis.name,
                                                each->name, expected(*parameter), found(value),
                                                choice_suggestion(*parameter, value)));
        return false;
      }
    }
    return true;
  }

  void check_used(const Axis& axis) {
    if (!all_known_ || used_backends_.empty() || used_workloads_.empty()) {
      return;  // the missing ones are a mistake already, and could have used it
    }
    for (const Backend* backend : used_backends_) {
      for (const workload::Description* each : used_workloads_) {
        if (applies(axis.name, *backend, *each)) {
          return;
        }
      }
    }
    mistakes_.add(axis.origin,
                  fmt::format("no cell uses the axis {}: {}", quote(axis.name), why_unused(axis)));
  }

  std::string why_unused(const Axis& axis) const {
    if (axis.name == "durability" || axis.name == "verify") {
      return fmt::format("every backend here has a {} of its own", axis.name);
    }
    if (std::ranges::any_of(used_workloads_, [&](const workload::Description* each) {
          return find_parameter(*each, axis.name) != nullptr;
        })) {
      return "the definitions of the workloads here fix it";
    }
    return option_name(axis.name).empty()
               ? "none of the workloads here has such a parameter"
               : "every backend here has a value of its own, or its plugin has no such option";
  }

  const Backends& backends_;
  const Vocabulary& vocabulary_;
  Mistakes& mistakes_;
  bool all_known_ = true;  // no backend or workload had to be dropped
  std::vector<std::string> workload_names_;
  std::vector<const Backend*> used_backends_;
  std::vector<const workload::Description*> used_workloads_;
};

}  // namespace

std::vector<std::string> axis_names(const Backends& backends, const Vocabulary& vocabulary) {
  std::vector<std::string> names{"backend", "durability", "workload"};
  for (const CellAxis& axis : cell_axes()) {
    names.emplace_back(axis.name);
  }
  for (const std::string_view name : {std::string_view("verify"), open_axis, arrivals_axis}) {
    names.emplace_back(name);
  }
  const auto add = [&](const std::string& name) {
    if (std::ranges::count(names, name) == 0) {
      names.push_back(name);
    }
  };
  for (const workload::Description& workload : vocabulary.workloads) {
    for (const workload::Parameter& parameter : workload.parameters) {
      add(parameter.name);
    }
  }
  for (const Backend& backend : backends.sound) {
    for (const Option& option : backend.capabilities->options) {
      add("settings." + option.name);
    }
  }
  return names;
}

Topology read_topology(const Value* map, Mistakes& mistakes) {
  Fields fields(map, "topology", mistakes);
  Cell cell;
  for (const CellAxis& axis : cell_axes()) {
    const Value* const value = axis.of_topology ? fields.find(axis.name) : nullptr;
    if (value != nullptr) {
      set_or_report(axis, cell, *value, mistakes);
    }
  }
  fields.finish();
  return cell.topology;
}

std::vector<Axis> read_axes(const Value& map, const std::string& what, const Backends& backends,
                            const Vocabulary& vocabulary, Mistakes& mistakes) {
  const std::vector<std::string> names = axis_names(backends, vocabulary);
  std::vector<Axis> axes;
  bool complete = true;
  for (const Value::Entry& entry : map.entries) {
    // With a plugin that is not known, nobody can say which options it has.
    const bool perhaps = !option_name(entry.key).empty() &&
                         backends.sound.size() < backends.names.size() &&
                         std::ranges::count(names, entry.key) == 0;
    std::vector<Value> values = read_values(entry, mistakes);
    if (perhaps || !check_word(entry.key, entry.origin, "axis", names, mistakes) ||
        values.empty()) {
      complete = false;
      continue;
    }
    axes.push_back({entry.key, entry.origin, std::move(values)});
  }
  if (map.find("workload") == nullptr) {
    std::vector<std::string> workloads;
    for (const workload::Description& each : vocabulary.workloads) {
      workloads.push_back(each.name);
    }
    mistakes.add(map.origin,
                 fmt::format("{} names no workload{}", what, suggestion("", workloads)));
    complete = false;
  }
  if (map.find("backend") == nullptr) {
    Axis all{"backend", map.origin, {}};
    for (const Backend& backend : backends.sound) {
      Value value;
      value.kind = Value::Kind::scalar;
      value.origin = backend.origin;
      value.text = backend.name;
      all.values.push_back(std::move(value));
    }
    axes.insert(axes.begin(), std::move(all));
  }
  complete = ValueCheck(backends, vocabulary, mistakes).run(axes) && complete;
  return complete ? axes : std::vector<Axis>{};
}

const Axis* find_axis(const std::vector<Axis>& axes, std::string_view name) {
  const auto found = std::ranges::find(axes, name, &Axis::name);
  return found == axes.end() ? nullptr : &*found;
}

const workload::Description* find_workload(const Vocabulary& vocabulary, std::string_view name) {
  const auto found = std::ranges::find(vocabulary.workloads, name, &workload::Description::name);
  return found == vocabulary.workloads.end() ? nullptr : &*found;
}

const workload::Parameter* find_parameter(const workload::Description& workload,
                                          std::string_view name) {
  const auto found = std::ranges::find(workload.parameters, name, &workload::Parameter::name);
  return found == workload.parameters.end() ? nullptr : &*found;
}

bool applies(const std::string& axis, const Backend& backend,
             const workload::Description& workload) {
  if (axis == "backend" || axis == "workload" || axis == open_axis || axis == arrivals_axis ||
      find_cell_axis(axis) != nullptr) {
    return true;
  }
  if (axis == "durability") {
    return !backend.durability;
  }
  if (axis == "verify") {
    return !backend.verify;
  }
  const std::string option(option_name(axis));
  if (option.empty()) {
    const workload::Parameter* const parameter = find_parameter(workload, axis);
    return parameter != nullptr && !parameter->fixed;
  }
  return find_option(*backend.capabilities, option) != nullptr &&
         !backend.settings.contains(option);
}

std::string_view option_name(std::string_view axis) {
  constexpr std::string_view prefix = "settings.";
  return axis.starts_with(prefix) ? axis.substr(prefix.size()) : std::string_view();
}

}  // namespace assay::matrix
