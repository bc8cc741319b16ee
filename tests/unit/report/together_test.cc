#include "report/together.h"

#include <gtest/gtest.h>

#include "analyse/analyse.h"
#include "sample_run.h"

namespace assay::report {
namespace {

results::Run other_run() {
  results::Run run = test::sample();
  run.run.id = "20261201T090000-sample-7";
  run.run.started = "2026-12-01T09:00:00Z";
  run.machine["cpu_model"] = "another CPU";
  return run;
}

std::string refusal(std::vector<results::Run> runs, const Selection& shown, ExitCode code) {
  try {
    together(std::move(runs), shown);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  ADD_FAILURE() << "was not refused";
  return "";
}

TEST(Together, EachTableComesOnceARunUnderMachineAndDate) {
  const std::string text = together({test::sample(), other_run()}, {});
  const std::size_t heading = text.find("## Reads (k/s)");
  const std::size_t first =
      text.find("### 20261130T121456-sample-7, measured on a CPU, 2026-11-30 12:14 UTC");
  const std::size_t second =
      text.find("### 20261201T090000-sample-7, measured on another CPU, 2026-12-01 09:00 UTC");
  EXPECT_LT(heading, first) << text;
  EXPECT_LT(first, second) << text;
  EXPECT_EQ(text.find("## Reads", heading + 3), std::string::npos);
  EXPECT_NE(text.find("- machine, CPU: was 'a CPU', is 'another CPU'"), std::string::npos) << text;
}

// Ratios stay inside a run: there are as many as the runs have by themselves.
TEST(Together, PairsNothing) {
  const auto ratios = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("| x"); at != std::string::npos;
         at = text.find("| x", at + 1)) {
      ++count;
    }
    return count;
  };
  results::Run slow = other_run();
  for (results::CellResult& cell : slow.cells) {
    for (results::Repeat& repeat : cell.repeats) {
      *repeat.ops_per_second /= 8;
    }
  }
  analyse::analyse(slow);
  const std::string text = together({test::sample(), slow}, {});
  EXPECT_EQ(ratios(text), 4U) << text;
  EXPECT_EQ(text.find("x8."), std::string::npos) << text;
  EXPECT_EQ(text.find("x0.12"), std::string::npos) << text;
}

TEST(Together, OneUnitServesAllRuns) {
  results::Run slow = other_run();
  for (results::CellResult& cell : slow.cells) {
    for (results::Repeat& repeat : cell.repeats) {
      *repeat.ops_per_second /= 1000;
    }
  }
  analyse::analyse(slow);
  const std::string text = together({slow, test::sample()}, {});
  EXPECT_NE(text.find("## Reads (k/s)"), std::string::npos) << text;
  EXPECT_EQ(text.find("(1/s)"), std::string::npos) << text;
  EXPECT_NE(text.find("0.043"), std::string::npos) << text;
}

TEST(Together, OneTableOfEachIsAllThatWasAskedFor) {
  const std::string text = together({test::sample(), other_run()}, {"throughput", true});
  EXPECT_TRUE(text.starts_with("## Reads (k/s)\n")) << text;
  EXPECT_NE(text.find("lean |****"), std::string::npos) << text;
  EXPECT_EQ(text.find("marked"), std::string::npos) << text;
}

TEST(Together, ARunGivenTwiceIsRefused) {
  EXPECT_NE(refusal({test::sample(), test::sample()}, {}, ExitCode::not_comparable).find("twice"),
            std::string::npos);
}

TEST(Together, OneNameForTwoQuestionsIsRefused) {
  results::Run other = other_run();
  other.tables[0].metric = "response_ns.p99";
  const std::string why = refusal({test::sample(), other}, {}, ExitCode::not_comparable);
  EXPECT_NE(why.find("'throughput' shows ops_per_second of backend by payload in the run "
                     "20261130T121456-sample-7, but response_ns.p99"),
            std::string::npos)
      << why;
}

TEST(Together, ATableThatOneRunLacksIsRefused) {
  results::Run other = other_run();
  other.tables[0].name = "rates";
  EXPECT_NE(refusal({test::sample(), other}, {"rates", false}, ExitCode::not_comparable)
                .find("20261130T121456-sample-7 has no table 'rates'"),
            std::string::npos);
  EXPECT_NE(refusal({test::sample(), other}, {"latency", false}, ExitCode::wrong_usage)
                .find("it has: throughput"),
            std::string::npos);
}

}  // namespace
}  // namespace assay::report
