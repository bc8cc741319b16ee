#include "report/document.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "analyse/analyse.h"
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

TEST(Document, SaysOnceWhyABlockFailedAndShowsNoFigureOfItsCell) {
  auto run = sample();
  for (const std::size_t round : {2U, 4U}) {
    run.cells[0].repeats[round].failure = {"measure",
                                           fmt::format("it ended\nlog: number {}", round)};
    run.cells[0].repeats[round].ops_per_second = std::nullopt;
  }
  assay::analyse::analyse(run);
  const std::string text = document(run, {});
  expect_lines(text, {"| lean/cache.get/payload=10 | failed | failed |",
                      "| lean/cache.get/payload=10 | failed | failed |",
                      "2 of 6 blocks gave no measurement; the first, in round 3, failed in phase "
                      "measure: it ended\n  log: number 2 (failed)\n",
                      "round 5: failed in measure: it ended\n  log: number 4\n"});
  EXPECT_EQ(text.find("number 2"), text.rfind("number 2"));
}

// A known run's lines, digit for digit.
TEST(Document, HasTheLatencyAndResourcesOfAKnownRun) {
  expect_lines(
      document(sample(), {}),
      {"## Latency\n",
       "| cell | p50 | p90 | p95 | p99 | max | mean |\n| --- | ---: | ---: | ---: | ---: | ---: | "
       "---: |\n",
       "| lean/cache.get/payload=10 | 24 | 47 | 71 | 94 | 210 | 24 |\n",
       "| rich/cache.get/payload=10 | 47 | 94 | 141 | 190 | 420 | 47 |\n",
       "| lean/cache.get/payload=1000 | 100 | 200 | 300 | 400 | 900 | 100 |\n",
       "| rich/cache.get/payload=1000 | 100 | 200 | 300 | 400 | 900 | 100 |\n", "## Resources\n",
       "| cell | client cores | client CPU µs/op | client MiB | client written MiB |\n",
       "| lean/cache.get/payload=10 | 0.900 | 21 | 10.0 | 1.00 |\n",
       "| rich/cache.get/payload=10 | 0.900 | 42 | 10.0 | 1.00 |\n",
       "| lean/cache.get/payload=1000 | 0.900 | 90.0 | 10.0 | 1.00 |\n",
       "| rich/cache.get/payload=1000 | 0.900 | 90.0 | 10.0 | 1.00 |\n"});
}

TEST(Document, TellsWhoseTimeItWasInAnOpenLoad) {
  auto run = sample();
  for (const std::size_t index : {0U, 1U}) {
    auto& cell = run.cells[index];
    cell.cell.open = assay::matrix::OpenLoad{.per_second = 20000};
    for (auto& repeat : cell.repeats) {
      repeat.service_ns = repeat.response_ns;
      repeat.open = {20000,
                     1,
                     20000,
                     5000,
                     0,
                     index == 1,
                     {1000, 2000, 2000, 30000, std::nullopt, 500, 1000, 9e5}};
      repeat.response_ns = index == 1 ? assay::results::Latency() : repeat.response_ns;
    }
  }
  run.calibrations = {{"cache.get", "lean", "lean/cache.get", {50000, 40000, 45000}, ""},
                      {"cache.get", "rich", "rich/cache.get", {30000, 25000, 20000}, ""},
                      {"cache.get", "ugly", "ugly/cache.get", {std::nullopt}, "load: it is gone"}};
  run.tables[0].metric = "response_ns.p50";
  assay::analyse::analyse(run);
  expect_lines(
      document(run, {}),
      {"| 10 | 24", "| overloaded †", "## Latency\n", "| rich/cache.get/payload=10 | overloaded |",
       "## Open loads\n", "no slot was free",
       "| cell | offered/s | achieved % | waited % | response p50 | response p99 | service p50 | "
       "service p99 | generator p50 | generator p99 | generator max |\n",
       "| lean/cache.get/payload=10 | 20000 | 100 | 25.0 | 24 | 94 | 24 | 94 | 1.00 | 30.0 | 900 "
       "|\n| rich/cache.get/payload=10 | 20000 | 100 | 25.0 | overloaded | overloaded | 47 | 190 | "
       "1.00 | 30.0 | 900 |\n\n",
       "| cache.get | lean | 45000 |  |\n| cache.get | rich | 25000 | this |\n"
       "| cache.get | ugly | failed |  |\n\n- `ugly/cache.get`: load: it is gone\n",
       "## Resources\n", "(overloaded)\n"});
  EXPECT_EQ(document(sample(), {}).find("Open loads"), std::string::npos);
}

TEST(Document, ExplainsTheIdsOfCells) {
  expect_lines(document(sample(), {}),
               {"## Latency\n", "p processes, t threads a process", "| cell |"});
}

TEST(Document, MarksASettingThatIsNotAsDeclared) {
  auto run = sample();
  run.cells[0].declared["synchronous"] = "OFF";
  run.cells[1].declared["synchronous"] = "FULL";
  expect_lines(document(run, {}), {"| synchronous | OFF | 0 |\n",
                                   "| synchronous | FULL | **0** (not as declared) |\n"});
}

TEST(Document, EscapesWhatWouldBreakATable) {
  auto run = sample();
  run.cells[0].read_back["synchronous"] = "0 | 2";
  run.machine["cpu_model"] = "a | b\nc";
  run.cells[0].cell.backend = "le|an";
  run.cells[0].cell.id = "le|an/cache.get";
  expect_lines(document(run, {}),
               {"le\\|an |", "| le\\|an/cache.get |", "| synchronous | - | 0 \\| 2 |\n",
                "| cpu_model | a \\| b c |\n"});
}

TEST(TableMarkdown, ShowsMediansIntervalsRatiosTheBestAndTies) {
  EXPECT_EQ(
      table_markdown(sample(), "throughput"),
      "| payload | lean | rich | lean / rich |\n"
      "| --- | ---: | ---: | ---: |\n"
      "| 10 | **43 [40 to 45]** † | 21 [20 to 23] † | x2.00 [2.00 to 2.00] |\n"
      "| 1000 | **10.0 [9.9 to 10.1]** (tie) † | **10.0 [10.0 to 10.0]** (tie) † | x1.00 [0.99 to "
      "1.01] |\n"
      "\nA tie is no proof of equality. The 95 % interval of the ratio to the best of the row (and "
      "the smallest difference that four runs of five would have shown):\n- payload=1000, rich: "
      "0.99 "
      "to 1.01 (1.7 %)\n");
}

TEST(TableMarkdown, NamesTheTablesThereAreWhenAskedForAnother) {
  try {
    table_markdown(sample(), "latency");
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_STREQ(error.what(),
                 "the run 20261130T121456-sample-7 has no table 'latency'; it has: throughput");
    EXPECT_EQ(error.code(), assay::ExitCode::wrong_usage);
  }
}

TEST(TablesText, AlignsColumnsForATerminal) {
  expect_lines(tables_text(sample()),
               {"Reads (k/s)\n", "  payload  lean", "\n  10       *43 [40 to 45]*"});
}

TEST(TableMarkdown, SaysOnceWhyNoCellHasAFigure) {
  auto run = sample();
  run.tables[0].metric = "response_ns.p99_9";
  EXPECT_EQ(table_markdown(run, "throughput"), "No cell has a figure: too few samples.\n");
  run.cells[0].failed = true;
  EXPECT_EQ(table_markdown(run, "throughput"),
            "No cell has a figure: 1 failed, 3 too few samples.\n");
  EXPECT_NE(tables_text(run).find("No cell has a figure: 1 failed"), std::string::npos);
}

TEST(TableMarkdown, TellsWhatWasNotRunFromTooFewSamples) {
  auto run = sample();
  run.tables[0].metric = "response_ns.p99";
  run.cells[0].repeats.clear();
  for (auto& repeat : run.cells[1].repeats) {
    repeat.response_ns.p99 = std::nullopt;
  }
  assay::analyse::analyse(run);
  EXPECT_NE(table_markdown(run, "throughput").find("| 10 | not run † | too few samples † |"),
            std::string::npos)
      << table_markdown(run, "throughput");
}

TEST(TableMarkdown, SaysWhyNothingIsRankedAndDividesNoTwoDurabilityLevels) {
  auto run = sample();
  run.cells[0].cell.durability = assay::Durability::power;
  const std::string reason =
      "durability levels differ (power, process): acknowledged writes survive different things.\n";
  const std::string text = table_markdown(run, "throughput");
  expect_lines(text, {"| 10 | 43 [40 to 45] † | 21 [20 to 23] † | - |\n",
                      "| 1000 | 10.0 [9.9 to 10.1] † | 10.0 [10.0 to 10.0] † | x1.00 [0.99 to",
                      "\nNot ranked: " + reason, "\nNo ratio where " + reason});
  EXPECT_NE(tables_text(run).find("Not ranked: " + reason), std::string::npos);
  run.cells[2].cell.durability = assay::Durability::power;
  expect_lines(table_markdown(run, "throughput"),
               {"| payload | lean | rich |\n", "\nNo ratio where " + reason});
}

TEST(TableMarkdown, NamesTheAxisOfAColumnThatIsNoBackend) {
  auto run = sample();
  run.tables[0].rows = {"backend"};
  run.tables[0].columns = {"payload"};
  run.tables[0].baseline = {{"payload", "10"}};
  expect_lines(table_markdown(run, "throughput"),
               {"| backend | payload=10 | payload=1000 | payload=1000 / payload=10 |\n",
                "\nNot ranked: the columns are no alternatives to choose from.\n"});
}

TEST(TableMarkdown, SaysThatParenthesesAreNoInterval) {
  auto run = sample();
  run.run.rounds = 3;
  for (auto& cell : run.cells) {
    cell.repeats.resize(3);
  }
  assay::analyse::analyse(run);
  expect_lines(table_markdown(run, "throughput"),
               {"| 10 | **41 (40 to 42)** (tie) † |", "takes six common rounds",
                "In parentheses: the range of fewer than six rounds"});
}

}  // namespace
