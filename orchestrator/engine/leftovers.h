// What killed runs left behind: processes and work folders whose owner no longer runs. Only what
// carries an owner's tag is ever found, so nothing that Assay did not make is touched.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::engine {

struct Leftovers {
  std::vector<pid_t> processes;  // of this user
  std::vector<std::filesystem::path> folders;
};

// Names of a run's folders: prefix + tag, and a suffix after a further dash if need be.
inline constexpr const char* work_prefix = "work-";     // inside the run's folder
inline constexpr const char* socket_prefix = "assay-";  // in the temporary folder

// Looks through /proc, through each place and the folders in it, and through the temporary folder.
Leftovers find_leftovers(const std::vector<std::filesystem::path>& places,
                         const std::filesystem::path& temporary);

// Kills and removes them. Returns one line for each that could not be.
std::vector<std::string> remove(const Leftovers& leftovers);

}  // namespace assay::engine
