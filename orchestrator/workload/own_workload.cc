#include "workload/own_workload.h"

#include <fmt/format.h>

#include <algorithm>

#include "workload/mix.h"
#include "workload/sql_workload.h"

namespace assay::workload {

namespace {

Definition of_its_kind(const std::string& name, const nlohmann::json& definition) {
  const auto kind = definition.at("kind").get<std::string>();
  if (kind == "mix") {
    return mix_workload(name, definition);
  }
  if (kind == "sql") {
    return sql_workload(name, definition.at("sql").get<SqlDefinition>());
  }
  throw Error(fmt::format("{} is a workload of the unknown kind '{}'; it was written by another "
                          "version of the program",
                          name, kind),
              ExitCode::wrong_usage);
}

void fix(Description& description, const nlohmann::json& values) {
  for (const auto& [name, value] : values.items()) {
    const auto found = std::ranges::find(description.parameters, name, &Parameter::name);
    if (found == description.parameters.end()) {
      throw Error(
          fmt::format("{} fixes the parameter {}, which it does not have", description.name, name),
          ExitCode::wrong_usage);
    }
    found->default_value = value;
    found->fixed = true;
  }
}

}  // namespace

Definition own_workload(const std::string& name, const nlohmann::json& definition) {
  Definition made = of_its_kind(name, definition);
  if (const auto values = definition.find("parameters"); values != definition.end()) {
    fix(made.description, *values);
  }
  return made;
}

std::vector<std::string> members(const nlohmann::json& definition) {
  std::vector<std::string> names;
  if (!definition.is_null() && definition.at("kind") == "mix") {
    for (const nlohmann::json& each : definition.at("of")) {
      names.push_back(each.at("workload").get<std::string>());
    }
  }
  return names;
}

}  // namespace assay::workload
