// docs/adding-a-plugin.md is true: its files are those of outside_plugin/, and its commands, run
// one after the other against an installation, build, check and measure them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "process/run_program.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const fs::path example = ASSAY_SOURCE_FOLDER "/tests/examples/outside_plugin";

std::string read(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Fenced {
  std::string language;  // after the opening fence; empty for commands
  std::string text;
};

std::vector<Fenced> fenced_blocks(const fs::path& document) {
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

std::vector<Fenced> document() {
  return fenced_blocks(ASSAY_SOURCE_FOLDER "/docs/adding-a-plugin.md");
}

std::string block_of(std::string_view language) {
  for (const Fenced& block : document()) {
    if (block.language == language) {
      return block.text;
    }
  }
  return {};
}

// The document's command lines, without those that build and install Assay itself.
std::string commands() {
  std::string script;
  for (const Fenced& block : document()) {
    if (block.language.empty() && block.text.find("./assay build") == std::string::npos) {
      script += block.text;
    }
  }
  return script;
}

void run(const std::string& script) {
  constexpr std::chrono::minutes deadline{4};
  std::string output;
  const process::Ended ended =
      process::run_program({"/bin/sh", "-exc", script}, deadline,
                           [&output](std::string_view line) { output.append(line) += "\n"; });
  ASSERT_TRUE(ended.well()) << ended.how(deadline) << "\n" << output << ended.errors;
}

class AddingAPlugin : public testing::Test {
 protected:
  void SetUp() override {
    std::string folder = (fs::temp_directory_path() / "assay-example-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder_ = folder;
  }

  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(AddingAPlugin, ShowsExactlyTheFilesOfTheExample) {
  EXPECT_EQ(block_of("cmake"), read(example / "CMakeLists.txt"));
  EXPECT_EQ(block_of("cpp"), read(example / "logfile.cc"));
  EXPECT_EQ(block_of("yaml"), read(example / "logfile.yaml"));
}

TEST_F(AddingAPlugin, TakesUnder200Lines) {
  const std::string all = read(example / "CMakeLists.txt") + read(example / "logfile.cc");
  EXPECT_LT(std::count(all.begin(), all.end(), '\n'), 200);
}

TEST_F(AddingAPlugin, IsDoneByTheDocumentsCommandsAgainstAnInstallation) {
  // Installed in one place and used in another: nothing in it may know where it was put.
  run(fmt::format("cmake --install {} --prefix {}/elsewhere", ASSAY_BINARY_FOLDER,
                  folder_.string()));
  fs::rename(folder_ / "elsewhere", folder_ / "assay");
  fs::copy(example, folder_ / "logfile");
  run(fmt::format(
      "cd {0}/logfile; export HOME={0} CMAKE_GENERATOR=Ninja CXX={1} CXXFLAGS='{2}'\n{3}",
      folder_.string(), ASSAY_CXX, ASSAY_CXX_FLAGS, commands()));

  const fs::path out = folder_ / "logfile" / "runs" / "logfile";
  EXPECT_TRUE(fs::exists(out / "report.md"));
  const auto results = nlohmann::json::parse(read(out / "results.json"));
  std::set<std::string> measured;
  for (const auto& cell : results.at("cells")) {
    EXPECT_EQ(cell.at("repeats").size(), 6U);
    for (const auto& repeat : cell.at("repeats")) {
      EXPECT_GT(repeat.at("operations").get<std::int64_t>(), 0);
      EXPECT_TRUE(repeat.at("errors").empty());
    }
    measured.insert(cell.at("plugin").get<std::string>() + " " +
                    cell.at("workload").get<std::string>());
  }
  EXPECT_EQ(measured, (std::set<std::string>{"logfile cache.get", "logfile cache.put",
                                             "sqlite cache.get", "sqlite cache.put"}));
}

}  // namespace
}  // namespace assay
