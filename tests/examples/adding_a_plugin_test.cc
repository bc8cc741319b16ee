// docs/adding-a-plugin.md is true: its files are those of outside_plugin/, and its commands, run
// one after the other against an installation, build, check and measure them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "document.h"
#include "tests/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using test::Fenced;
using test::fenced_blocks;
using test::read;

const fs::path example = ASSAY_SOURCE_FOLDER "/tests/examples/outside_plugin";

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

class AddingAPlugin : public testing::Test {
 protected:
  const test::ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path();
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
  test::run_script(folder_, fmt::format("cmake --install {} --prefix {}/elsewhere",
                                        ASSAY_BINARY_FOLDER, folder_.string()));
  fs::rename(folder_ / "elsewhere", folder_ / "assay");
  fs::copy(example, folder_ / "logfile");
  test::run_script(folder_, "cd logfile\n" + commands());

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
