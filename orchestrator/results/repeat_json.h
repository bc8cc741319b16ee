// One block's figures to JSON and back; in results.json and in the journal they look the same.
// Pure, any thread.
#pragma once

#include <nlohmann/json.hpp>

#include "results/json_field.h"
#include "results/run.h"

namespace assay::results {

nlohmann::json repeat_json(const Repeat& repeat);

// Throws Error naming the field.
Repeat repeat_of(const JsonField& field);

}  // namespace assay::results
