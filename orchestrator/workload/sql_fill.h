// The set-up of own SQL.
#pragma once

#include <cstdint>

#include "assay/session.h"
#include "workload/sql_definition.h"

namespace assay::workload {

// Runs the set-up for the session's dialect, in order: those that repeat in transactions of some
// thousands. Equal seeds give equal data. Throws Error naming the statement and what the database
// said.
void fill_sql(const SqlDefinition& definition, std::uint64_t seed, Session& session);

}  // namespace assay::workload
