// The end of a log, for the text of a failure. Stateless.
#pragma once

#include <filesystem>
#include <string>

namespace assay::engine {

// The last ten lines, at most 2000 bytes, each after a line break and two spaces; empty when there
// is no log or nothing in it.
std::string log_tail(const std::filesystem::path& log);

// How a process ended, from what waitpid gave: "exited with code 3", "was killed by signal 11
// (Segmentation fault)".
std::string how_it_ended(int status);

}  // namespace assay::engine
