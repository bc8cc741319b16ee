#include "report/document.h"

#include <gtest/gtest.h>

#include "report/report.h"
#include "sample_run.h"

namespace {

using assay::report::document;
using assay::report::table_markdown;
using assay::report::tables_text;
using assay::report::test::sample;

// Each line must come, in this order.
void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  std::size_t position = 0;
  for (const std::string& line : lines) {
    const std::size_t found = text.find(line, position);
    ASSERT_NE(found, std::string::npos) << "missing: " << line << "\nin:\n"
                                        << text.substr(position);
    position = found + line.size();
  }
}

TEST(Document, HasEverySectionAReaderNeedsInOrder) {
  expect_lines(document(sample(), {{"table-throughput.svg", "Reads"}}),
               {"# sample\n",
                "## What was asked\n",
                "Two schemas side by side.",
                "4 cells in 6 rounds",
                "## Results\n",
                "95 % interval",
                "### Reads (k/s)\n",
                "## Plots\n",
                "![Reads](table-throughput.svg)\n",
                "## Latency\n",
                "## Resources\n",
                "## What is marked, and why\n",
                "## Settings declared and read back\n",
                "| schema | lean | lean |\n",
                "| synchronous | - | 0 |\n",
                "## The machine\n",
                "| clock_ns | 31.25 |\n",
                "| governor | unknown |\n",
                "## Sources of bias found here\n",
                "## To run it again\n",
                "assay run sample.yaml\n",
                "name: sample\n"});
}

TEST(Document, SaysRangeInsteadOfIntervalBelowSixRounds) {
  auto run = sample();
  run.run.rounds = 3;
  const std::string text = document(run, {});
  EXPECT_NE(text.find("fewer than six rounds"), std::string::npos);
  EXPECT_EQ(text.find("with its 95 % interval (order"), std::string::npos);
}

TEST(Document, ShowsAFailedBlockWithItsPhaseAndText) {
  auto run = sample();
  run.cells[0].failed = true;
  run.cells[0].repeats[2].failure = {"measure", "the worker was killed by signal 9"};
  expect_lines(document(run, {}),
               {"| 10 | failed |", "round 3: failed in measure: the worker was"});
}

TEST(TableMarkdown, ShowsMediansIntervalsRatiosTheBestAndTies) {
  EXPECT_EQ(
      table_markdown(sample(), "throughput"),
      "| payload | lean | rich | lean / rich |\n"
      "| --- | ---: | ---: | ---: |\n"
      "| 10 | **43 [40 to 45]** † | 21 [20 to 23] † | x2.00 [2.00 to 2.00] |\n"
      "| 1000 | **10.0 [9.9 to 10.1]** (tie) † | **10.0 [10.0 to 10.0]** (tie) † | x1.00 [0.99 to "
      "1.01] |\n");
}

TEST(TableMarkdown, NamesTheTablesThereAreWhenAskedForAnother) {
  try {
    table_markdown(sample(), "latency");
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_STREQ(error.what(), "this run has no table 'latency'; it has: throughput");
    EXPECT_EQ(error.code(), assay::ExitCode::wrong_usage);
  }
}

TEST(TablesText, AlignsColumnsForATerminal) {
  expect_lines(tables_text(sample()),
               {"Reads (k/s)\n", "  payload  lean", "\n  10       *43 [40 to 45]*"});
}

TEST(TableMarkdown, WritesTooFewSamplesWhereAPercentileMayNotBePrinted) {
  auto run = sample();
  run.tables[0].metric = "response_ns.p99_9";
  EXPECT_NE(table_markdown(run, "throughput").find("too few samples"), std::string::npos);
}

}  // namespace
