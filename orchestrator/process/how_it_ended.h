// The end of a process in words, for messages. Stateless, safe from any thread.
#pragma once

#include <filesystem>
#include <string>

namespace assay::process {

// From what waitpid gave: "ended with code 3", "was killed by signal 11 (Segmentation fault)".
std::string how_it_ended(int status);

// The last ten lines of a log, at most 2000 bytes, each after a line break and two spaces; empty
// when there is no log or nothing in it.
std::string log_tail(const std::filesystem::path& log);

}  // namespace assay::process
