// The server programs and container engines that are installed here. Thread-safe.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay::observe {

struct Program {
  std::string system;                         // "postgresql"
  std::string kind;                           // "server", "container engine"
  std::optional<std::filesystem::path> file;  // nullopt: none was found
  std::string version;                        // "15.6"; empty where the program did not tell
  std::string advice;                         // empty where nothing is to be done
};

// Where such programs are: the folders of PATH, those for administrators, and those where Debian
// keeps one for every version of a server.
std::vector<std::filesystem::path> program_folders();

// Every known system in the order of their table, one entry for each program found (links to one
// file are one program), and one without a file for a system of which there is none. Runs each
// program with --version, and container engines once more to see whether they answer.
std::vector<Program> find_programs(const std::vector<std::filesystem::path>& folders);

}  // namespace assay::observe
