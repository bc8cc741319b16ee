#include "document.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "process/run_program.h"

namespace assay::test {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Fenced> fenced_blocks(const std::filesystem::path& document) {
  std::ifstream in(document);
  std::vector<Fenced> blocks;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) {
        blocks.push_back({line.substr(3), ""});
      }
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

void run_script(const std::filesystem::path& folder, const std::string& script) {
  constexpr std::chrono::minutes deadline{4};
  std::string output;
  const process::Ended ended = process::run_program(
      {"/bin/sh", "-exc",
       fmt::format("cd {0}; export HOME={0} CMAKE_GENERATOR=Ninja CXX={1} CXXFLAGS='{2}'\n{3}",
                   folder.string(), ASSAY_CXX, ASSAY_CXX_FLAGS, script)},
      deadline, [&output](std::string_view line) { output.append(line) += "\n"; });
  ASSERT_TRUE(ended.well()) << ended.how(deadline) << "\n" << output << ended.errors;
}

}  // namespace assay::test
