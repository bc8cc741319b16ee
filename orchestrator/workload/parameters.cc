#include "workload/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>

namespace assay::workload {

namespace {

bool in_range(const Parameter& parameter, const nlohmann::json& value) {
  const auto number = value.get<double>();
  return number >= parameter.least && number <= parameter.most;
}

// What the parameter may be, when the value is not that.
std::optional<std::string> complaint(const Parameter& parameter, const nlohmann::json& value) {
  const auto unit = parameter.unit.empty() ? "" : " " + parameter.unit;
  switch (parameter.type) {
    case ParameterType::boolean:
      if (value.is_boolean()) {
        return std::nullopt;
      }
      return "true or false";
    case ParameterType::integer:
      if (value.is_number_integer() && in_range(parameter, value)) {
        return std::nullopt;
      }
      return fmt::format("a whole number from {:.0f} to {:.0f}{}", parameter.least, parameter.most,
                         unit);
    case ParameterType::number:
      if (value.is_number() && in_range(parameter, value)) {
        return std::nullopt;
      }
      return fmt::format("a number from {} to {}{}", parameter.least, parameter.most, unit);
    case ParameterType::choice:
      if (value.is_string() &&
          std::ranges::count(parameter.choices, value.get<std::string>()) == 1) {
        return std::nullopt;
      }
      return fmt::format("one of {}", fmt::join(parameter.choices, ", "));
  }
  return std::nullopt;
}

}  // namespace

Parameters::Parameters(const Description& description, const Selection& selection)
    : description_(description), selection_(selection) {
  for (const Parameter& parameter : description.parameters) {
    const auto found = selection.parameters.find(parameter.name);
    if (found == selection.parameters.end()) {
      throw error(fmt::format("the parameter {} is missing; its default is {}", parameter.name,
                              parameter.default_value.dump()));
    }
    if (const auto allowed = complaint(parameter, found->second)) {
      throw error(fmt::format("the parameter {} is {}; give {}", parameter.name,
                              found->second.dump(), *allowed));
    }
  }
  for (const auto& [name, value] : selection.parameters) {
    if (std::ranges::count(description.parameters, name, &Parameter::name) == 0) {
      throw error(fmt::format("there is no parameter {}; leave it out", name));
    }
  }
}

bool Parameters::boolean(std::string_view name) const {
  return value(name, ParameterType::boolean).get<bool>();
}

std::int64_t Parameters::integer(std::string_view name) const {
  return value(name, ParameterType::integer).get<std::int64_t>();
}

double Parameters::number(std::string_view name) const {
  return value(name, ParameterType::number).get<double>();
}

std::string Parameters::choice(std::string_view name) const {
  return value(name, ParameterType::choice).get<std::string>();
}

Error Parameters::error(std::string_view text) const {
  return Error{fmt::format("{}: {}", description_.name, text), ExitCode::wrong_usage};
}

const nlohmann::json& Parameters::value(std::string_view name,
                                        [[maybe_unused]] ParameterType type) const {
  assert(std::ranges::any_of(description_.parameters, [&](const Parameter& each) {
    return each.name == name && each.type == type;
  }));
  return selection_.parameters.at(std::string(name));
}

}  // namespace assay::workload
