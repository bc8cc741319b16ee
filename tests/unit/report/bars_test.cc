#include "report/bars.h"

#include <gtest/gtest.h>

#include "analyse/analyse.h"
#include "sample_run.h"

namespace assay::report {
namespace {

TEST(Bars, AreAsLongAsTheirShareOfTheGreatest) {
  results::Run run = test::sample();
  run.tables[0].unit = "k/s";
  EXPECT_EQ(table_bars(run, "throughput"),
            "Reads (k/s), higher is better\n"
            "payload=10\n"
            "  lean |**************************************************| 43 [40 to 45]\n"
            "  rich |*************************                         | 21 [20 to 23]\n"
            "payload=1000\n"
            "  lean |************                                      | 10.0 [9.9 to 10.1]\n"
            "  rich |************                                      | 10.0 [10.0 to 10.0]\n");
}

TEST(Bars, LowerIsBetterForTimes) {
  results::Run run = test::sample();
  run.tables[0].metric = "response_ns.p50";
  run.tables[0].unit = "us";
  EXPECT_NE(bars(run).find("Reads (us), lower is better\n"), std::string::npos) << bars(run);
}

// A chart whose every rate is 0 has no greatest to divide by.
TEST(Bars, NothingHasNoStarAndLittleHasOne) {
  results::Run run = test::sample();
  run.cells.resize(2);
  for (results::Repeat& repeat : run.cells[0].repeats) {
    repeat.ops_per_second = 0;
  }
  for (results::Repeat& repeat : run.cells[1].repeats) {
    repeat.ops_per_second = 0;
  }
  analyse::analyse(run);
  EXPECT_EQ(bars(run).find('*'), std::string::npos) << bars(run);
  for (results::Repeat& repeat : run.cells[1].repeats) {
    repeat.ops_per_second = 1e9;
  }
  for (results::Repeat& repeat : run.cells[0].repeats) {
    repeat.ops_per_second = 1;
  }
  analyse::analyse(run);
  EXPECT_NE(bars(run).find("lean |*      "), std::string::npos) << bars(run);
}

TEST(Bars, AFailedCellHasTheWordInsteadOfAFigure) {
  results::Run run = test::sample();
  run.cells[0].repeats[2].failure = {"measure", "the worker was killed by signal 9"};
  run.cells[0].repeats[2].ops_per_second = std::nullopt;
  analyse::analyse(run);
  EXPECT_NE(bars(run).find("| failed\n"), std::string::npos) << bars(run);
}

}  // namespace
}  // namespace assay::report
