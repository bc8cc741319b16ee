// The README's second and third use, word for word.
#include <fstream>
#include <sstream>

#include "program.h"

namespace {

using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
namespace fs = std::filesystem;

class Readme : public Program {
 protected:
  static std::string source(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(fs::path(ASSAY_SOURCE_FOLDER) / file).rdbuf();
    return text.str();
  }
};

TEST_F(Readme, ShowsTheExampleMatrixAsItIs) {
  const std::string matrix = source("tests/examples/first_matrix/first.yaml");
  ASSERT_FALSE(matrix.empty());
  EXPECT_NE(source("README.md").find("```yaml\n" + matrix + "```\n"), std::string::npos);
}

TEST_F(Readme, ItsComparisonRunsAndItsTableIsPrintedForAPage) {
  write("first.yaml", source("tests/examples/first_matrix/first.yaml"));
  const Outcome plan = run({"run", "first.yaml", "--dry-run"});
  EXPECT_EQ(plan.code, 0) << plan.errors;
  const Outcome measured = run(
      {"run", "first.yaml", "--out", "first", "--rounds", "2", "--set", "timing.measure=100ms"});
  EXPECT_EQ(measured.code, 0) << measured.errors;
  const Outcome table = run({"report", "first", "--table", "writes"});
  EXPECT_TRUE(table.output.starts_with("| payload | litecache | lean | lean / litecache |\n"))
      << table.output;
}

TEST_F(Readme, NamesOnlyFilesThatAreThere) {
  const std::string readme = source("README.md");
  std::size_t links = 0;
  for (std::size_t at = readme.find("]("); at != std::string::npos;
       at = readme.find("](", at + 1)) {
    const std::string target = readme.substr(at + 2, readme.find(')', at) - at - 2);
    EXPECT_TRUE(fs::exists(fs::path(ASSAY_SOURCE_FOLDER) / target)) << target;
    ++links;
  }
  EXPECT_GT(links, 8U);
}

}  // namespace
