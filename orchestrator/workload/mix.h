// A mix of the catalogue's workloads by shares: each operation is one of its members', drawn anew
// by the session, and the members work on one dataset. Pure functions, safe from any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "workload/definition.h"

namespace assay::workload {

// Of a definition of the kind mix, see own_workload.h. A parameter that several members have is one
// and the same for all of them: it may be what all of them allow, and its default is the first's.
// Throws Error (wrong_usage) when the members cannot work together.
Definition mix_workload(const std::string& name, const nlohmann::json& definition);

}  // namespace assay::workload
