// Where the program's other parts are, found from its own executable alone: the worker beside it in
// bin/, the plugins in ../lib/assay/plugins. The build tree and an installation have the same
// shape, so a whole installation can be moved. Thread-safe; nothing is remembered.
#pragma once

#include <filesystem>
#include <vector>

namespace assay::host {

// The program bin/assay-worker next to the running executable. Throws Error naming the place looked
// at when there is none.
std::filesystem::path worker_file();

// The folders to look for plugins in: `extra` first, in its order, then the program's own when it
// exists. Absolute, each once. Throws Error (wrong_usage) naming an extra one that is no folder.
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::filesystem::path>& extra);

}  // namespace assay::host
