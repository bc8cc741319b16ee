// From a journal or results to the files and the text a person reads.
#pragma once

#include <filesystem>

#include "results/run.h"

namespace assay::cli {

// Analyses the run, writes results.json into the folder, prints the tables, what failed and what is
// marked, writes the report, and prints its path. So what fails late loses nothing of what is
// early. Returns cell_failed when a cell failed, or when `strict` and a cell is marked; else done.
ExitCode conclude(results::Run run, const std::filesystem::path& folder, bool strict);

}  // namespace assay::cli
