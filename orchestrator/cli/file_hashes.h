// What tells one build of a file from another.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace assay::cli {

// SHA-256 of each file by its name, as sha256sum prints it. Throws Error (cannot_run_here) naming a
// file that cannot be read.
std::map<std::string, std::string> file_hashes(const std::vector<std::filesystem::path>& files);

}  // namespace assay::cli
