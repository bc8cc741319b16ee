// The README is true: its commands, run word for word and one after the other, do what it says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "document.h"
#include "tests/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using test::Fenced;
using test::read;

const fs::path project = ASSAY_SOURCE_FOLDER;
const fs::path readme = project / "README.md";

// All of the README's commands, in their order.
std::string readme_commands() {
  std::string script;
  for (const Fenced& block : test::fenced_blocks(readme)) {
    script += block.language.empty() ? block.text : "";
  }
  return script;
}

TEST(Readme, ShowsTheExampleMatrixAsItIs) {
  const std::string matrix = read(project / "tests/examples/first_matrix/first.yaml");
  ASSERT_FALSE(matrix.empty());
  EXPECT_NE(read(readme).find("```yaml\n" + matrix + "```\n"), std::string::npos);
}

TEST(Readme, NamesOnlyFilesThatAreThere) {
  const std::string text = read(readme);
  std::size_t links = 0;
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
    const std::string target = text.substr(at + 2, text.find(')', at) - at - 2);
    EXPECT_TRUE(fs::exists(project / target)) << target;
    ++links;
  }
  EXPECT_GT(links, 8U);
}

// A checkout as the reader has it, but for the wrapper: that would build this very program again,
// and a full run of each matrix is for reports, so here it measures two short rounds.
TEST(Readme, ItsCommandsDoWhatItSays) {
  const test::ScratchFolder home;
  const fs::path checkout = home.path() / "source";
  fs::create_directories(checkout / "build");
  for (const char* each : {"matrices", "reports", "tests"}) {
    fs::create_symlink(project / each, checkout / each);
  }
  fs::copy(readme, checkout / "README.md");
  fs::create_symlink(ASSAY_BINARY_FOLDER, checkout / "build" / "release");
  home.write("source/assay",
             fmt::format("#!/bin/sh\n"
                         "case \"$1 $*\" in\n"
                         "  build*|test*) exit 0 ;;\n"
                         "  run*) set -- \"$@\" --rounds 2 --set timing.measure=200ms ;;\n"
                         "esac\n"
                         "exec {}/bin/assay \"$@\"\n",
                         ASSAY_BINARY_FOLDER));
  fs::permissions(checkout / "assay", fs::perms::owner_all);
  test::run_script(home.path(), "cd source\n" + readme_commands());
  EXPECT_TRUE(fs::exists(checkout / "runs" / "logfile" / "report.md"));
  EXPECT_TRUE(fs::exists(checkout / "runs" / "first" / "table-writes.svg"));
}

}  // namespace
}  // namespace assay
