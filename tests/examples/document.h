// The documents' code blocks, and running them as a reader would.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

std::string read(const std::filesystem::path& file);

struct Fenced {
  std::string language;  // after the opening fence; empty for commands
  std::string text;      // its lines, each with its newline
};

std::vector<Fenced> fenced_blocks(const std::filesystem::path& document);

// Runs a script with sh, stopping at the first command that fails; the test then fails with all
// that was printed. HOME is the folder it runs in, and CMake builds as this project was built.
void run_script(const std::filesystem::path& folder, const std::string& script);

}  // namespace assay::test
