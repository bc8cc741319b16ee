// What `assay-worker --check FILE FOLDER` does.
#pragma once

#include <filesystem>

namespace assay::conformance {

// Loads the plugin, runs the suite and prints one line of JSON for each case to standard output, as
// cases end: {"case", "form", "component", "result", "text"}. What the plugin prints itself goes to
// standard error. A plugin that cannot be loaded is one failed case. Data goes below `folder`,
// which the caller of the process removes. Returns the exit code: 0, or 1 when a case failed. A
// case that hangs or crashes is reported and ends the process.
int check_mode(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace assay::conformance
