#include "matrix/own_workloads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "matrix/axes.h"
#include "matrix/cells.h"
#include "matrix/own_sql.h"
#include "matrix/scalars.h"
#include "matrix/words.h"
#include "workload/own_workload.h"

namespace assay::matrix {
namespace {

bool may_be_called(std::string_view name) {
  return !name.empty() && name.size() <= 100 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") ==
             std::string_view::npos &&
         name.front() != '.' && name.front() != '-' && !name.starts_with("cache.") &&
         !name.starts_with("table.");
}

}  // namespace

OwnWorkloads::OwnWorkloads(const Value* map, const Vocabulary& vocabulary, Mistakes& mistakes)
    : vocabulary_(vocabulary),
      mistakes_(mistakes),
      descriptions_(vocabulary.workloads.begin(), vocabulary.workloads.end()) {
  for (const workload::Description& each : vocabulary.workloads) {
    built_in_.push_back(each.name);
  }
  if (map != nullptr && check_map(*map, "workloads", mistakes)) {
    if (map->entries.size() > most_entries) {
      mistakes.add(map->origin, fmt::format("workloads may have at most {} entries", most_entries));
      return;
    }
    for (const Value::Entry& entry : map->entries) {
      read(entry);
    }
  }
  vocabulary_.workloads = descriptions_;
}

void OwnWorkloads::read(const Value::Entry& entry) {
  if (!may_be_called(entry.key)) {
    mistakes_.add(entry.origin,
                  fmt::format("a workload of this matrix cannot be called {}: give it a name of "
                              "small letters, digits, '.' and '-' that does not begin with "
                              "'cache.' or 'table.'",
                              quote(entry.key)));
    return;
  }
  Fields fields(&entry.value, fmt::format("the workload {}", quote(entry.key)), mistakes_);
  nlohmann::json definition = read_kind(fields, entry.key);
  const Value* const parameters = fields.find("parameters");
  fields.finish();
  if (definition.is_null()) {
    return;
  }
  try {
    if (parameters != nullptr) {
      definition["parameters"] =
          read_parameters(*parameters, workload::own_workload(entry.key, definition).description);
    }
    descriptions_.push_back(workload::own_workload(entry.key, definition).description);
    vocabulary_.definitions[entry.key] = std::move(definition);
  } catch (const Error& error) {
    mistakes_.add(entry.origin, error.what());
  }
}

nlohmann::json OwnWorkloads::read_kind(Fields& fields, const std::string& name) {
  const Value* const mix = fields.find("mix");
  const Value* const sql = fields.find("sql");
  if (mix != nullptr && sql != nullptr) {
    mistakes_.add(sql->origin, fmt::format("the workload {} is a mix and has SQL of its own; make "
                                           "two of it",
                                           quote(name)));
    return nullptr;
  }
  if (mix != nullptr) {
    return read_mix(*mix, name);
  }
  if (sql != nullptr) {
    const auto definition = read_own_sql(*sql, name, vocabulary_, mistakes_);
    return definition ? nlohmann::json{{"kind", "sql"}, {"sql", *definition}} : nullptr;
  }
  mistakes_.add(fields.origin(),
                fmt::format("the workload {} says nothing of what it does; give "
                            "'mix: {{table.point_read: 95, table.point_update: 5}}' or 'sql:' with "
                            "its statements",
                            quote(name)));
  return nullptr;
}

nlohmann::json OwnWorkloads::read_mix(const Value& mix, const std::string& name) {
  if (!check_map(mix, fmt::format("mix of {}", quote(name)), mistakes_)) {
    return nullptr;
  }
  const std::size_t before = mistakes_.count();
  nlohmann::json members = nlohmann::json::array();
  double sum = 0;
  for (const Value::Entry& entry : mix.entries) {
    check_word(entry.key, entry.origin, "workload", built_in_, mistakes_);
    const auto percent = entry.value.quoted ? std::nullopt : to_number(entry.value.text);
    if (entry.value.kind != Value::Kind::scalar || !percent || *percent <= 0 || *percent > 100) {
      mistakes_.add(entry.value.origin,
                    fmt::format("the part of {} must be a percentage over 0 and up to 100, not {}",
                                quote(entry.key), found(entry.value)));
      continue;
    }
    sum += *percent;
    members.push_back({{"workload", entry.key}, {"share", *percent / 100}});
  }
  if (mistakes_.count() == before && std::abs(sum - 100) > 1e-6) {
    mistakes_.add(
        mix.origin,
        fmt::format("the percentages of the mix {} add up to {:g}, not to 100", quote(name), sum));
  }
  if (mistakes_.count() != before) {
    return nullptr;
  }
  return {{"kind", "mix"}, {"of", std::move(members)}};
}

nlohmann::json OwnWorkloads::read_parameters(const Value& map,
                                             const workload::Description& workload) {
  nlohmann::json values = nlohmann::json::object();
  if (!check_map(map, fmt::format("parameters of {}", quote(workload.name)), mistakes_)) {
    return values;
  }
  std::vector<std::string> names;
  for (const workload::Parameter& each : workload.parameters) {
    names.push_back(each.name);
  }
  for (const Value::Entry& entry : map.entries) {
    if (!check_word(entry.key, entry.origin, fmt::format("parameter of {}", workload.name), names,
                    mistakes_)) {
      continue;
    }
    const workload::Parameter& parameter = *find_parameter(workload, entry.key);
    if (const auto value = parameter_value(parameter, entry.value)) {
      values[entry.key] = *value;
    } else {
      mistakes_.add(entry.value.origin,
                    fmt::format("{} of {} must be {}, not {}{}", entry.key, workload.name,
                                expected(parameter), found(entry.value),
                                choice_suggestion(parameter, entry.value)));
    }
  }
  return values;
}

}  // namespace assay::matrix
