// The run that a command is given: a folder or a results.json.
#pragma once

#include <filesystem>

#include "results/run.h"

namespace assay::cli {

// The journal is preferred to results.json: a run that was killed has only the journal. Not
// analysed yet. Throws Error (wrong_usage) when there is neither.
results::Run read_run(const std::filesystem::path& folder_or_file);

}  // namespace assay::cli
