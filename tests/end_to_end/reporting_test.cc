// assay report on the reports that are checked in.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::end_to_end {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Report : public Program {
 protected:
  static fs::path source() { return fs::path(ASSAY_SOURCE_FOLDER); }

  static fs::path quick() { return source() / "reports" / "quick"; }

  static fs::path cache() { return source() / "reports" / "litestack-cache"; }

  // The quick run as another one that an hour later was made elsewhere.
  fs::path another() const {
    json results = json::parse(std::ifstream(quick() / "results.json"));
    results["run"]["id"] = "20270101T000000-quick-1";
    results["run"]["started"] = "2027-01-01T00:00:00Z";
    results["machine"]["cpu_model"] = "a faster CPU";
    return write("another.json", results.dump());
  }
};

TEST_F(Report, OfSeveralRunsIsOneDocument) {
  const fs::path other = another();
  const Outcome outcome = run({"report", quick().string(), other.string(), "--out", "both.md"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "");
  const std::string text = content(folder() / "both.md");
  EXPECT_NE(text.find("20270101T000000-quick-1, measured on a faster CPU"), std::string::npos);
  const Outcome table =
      run({"report", quick().string(), other.string(), "--table", "tail", "--bars"});
  EXPECT_EQ(table.code, 0) << table.errors;
  EXPECT_NE(table.output.find("lower is better"), std::string::npos) << table.output;
}

TEST_F(Report, RefusesWhatCannotBeShownTogether) {
  const Outcome twice = run({"report", quick().string(), quick().string()});
  EXPECT_EQ(twice.code, 4);
  EXPECT_NE(twice.errors.find("given twice"), std::string::npos) << twice.errors;
  const Outcome lacking =
      run({"report", quick().string(), cache().string(), "--table", "throughput"});
  EXPECT_EQ(lacking.code, 4);
  EXPECT_NE(lacking.errors.find("has no table 'throughput'"), std::string::npos) << lacking.errors;
}

TEST_F(Report, DrawsBarsForATerminal) {
  const Outcome outcome = run({"report", quick().string(), "--table", "throughput", "--bars"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_NE(outcome.output.find("|**"), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("higher is better"), std::string::npos) << outcome.output;
}

TEST_F(Report, KeepsTheTablesOfAPage) {
  fs::create_directory_symlink(source() / "reports", folder() / "reports");
  write("page.md", "A\n<!-- assay: reports/quick table throughput -->\n<!-- /assay -->\nB\n");
  const Outcome first = run({"report", "--update", "page.md"});
  EXPECT_EQ(first.code, 0) << first.errors;
  EXPECT_EQ(first.output, "page.md: updated\n");
  const std::string page = content(folder() / "page.md");
  const Outcome table = run({"report", quick().string(), "--table", "throughput"});
  EXPECT_NE(page.find(table.output), std::string::npos) << page;
  EXPECT_NE(page.find("(reports/quick/report.md)"), std::string::npos) << page;
  EXPECT_EQ(run({"report", "--update", "page.md"}).output, "page.md: nothing to change\n");
  EXPECT_EQ(content(folder() / "page.md"), page);
}

TEST_F(Report, LeavesAPageWithAMistakeAsItWas) {
  const std::string page =
      "<!-- assay: nowhere table throughput -->\nkept\n<!-- /assay -->\n<!-- /assay -->\n";
  write("page.md", page);
  const Outcome outcome = run({"report", "--update", "page.md"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.errors.find("page.md:1: "), std::string::npos) << outcome.errors;
  EXPECT_NE(outcome.errors.find("page.md:4: "), std::string::npos) << outcome.errors;
  EXPECT_EQ(content(folder() / "page.md"), page);
}

// Its tables are those of the runs it names.
TEST_F(Report, FindsNothingToChangeInTheReadme) {
  fs::create_directory_symlink(source() / "reports", folder() / "reports");
  const std::string readme = content(source() / "README.md");
  ASSERT_NE(readme.find("<!-- assay: "), std::string::npos);
  write("README.md", readme);
  EXPECT_EQ(run({"report", "--update", "README.md"}).output, "README.md: nothing to change\n");
  EXPECT_EQ(content(folder() / "README.md"), readme);
}

TEST_F(Report, SaysHowItIsUsed) {
  EXPECT_EQ(run({"report"}).code, 2);
  EXPECT_EQ(run({"report", quick().string(), "--update", "page.md"}).code, 2);
  EXPECT_EQ(run({"report", quick().string(), "--out", "page.md"}).code, 2);
}

}  // namespace
}  // namespace assay::end_to_end
