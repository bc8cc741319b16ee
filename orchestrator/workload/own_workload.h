// Workloads that a matrix defines itself, under a name of its own.
// A definition is a JSON object that holds all of one, so that it can travel to workers and into
// results as it is. Its "kind" says what else is in it:
//   mix   "of": [{"workload": "table.point_read", "share": 0.5}, …], shares adding up to 1
//   sql   "sql": what sql_definition.h reads
// and "parameters", those whose values it fixes: {"distribution": "zipfian"}.
// Pure functions, safe from any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "workload/definition.h"

namespace assay::workload {

// The workload of that definition. Throws Error (wrong_usage) when it makes no sense, or was
// written by another version of the program.
Definition own_workload(const std::string& name, const nlohmann::json& definition);

// The names of the members of a mix, in its order: what Work::parts counts. Empty for others.
std::vector<std::string> members(const nlohmann::json& definition);

}  // namespace assay::workload
