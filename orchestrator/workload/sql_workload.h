// Workloads of a matrix's own SQL.
#pragma once

#include <string>

#include "workload/definition.h"
#include "workload/sql_definition.h"

namespace assay::workload {

// The workload of that name; its works and its filling read the definition of their selection,
// `{"kind": "sql", …}`, which is the same.
Definition sql_workload(const std::string& name, const SqlDefinition& definition);

}  // namespace assay::workload
