#include "report/grid.h"

#include <gtest/gtest.h>

#include "sample_run.h"

namespace {

using assay::report::Grid;
using assay::report::make_grid;
using assay::report::test::sample;

TEST(Grid, PlacesCellsByTheTablesAxesInTheirOrderOfAppearance) {
  const auto run = sample();
  const Grid grid = make_grid(run, run.tables[0]);
  EXPECT_EQ(grid.rows, (std::vector<std::vector<std::string>>{{"10"}, {"1000"}}));
  EXPECT_EQ(grid.columns, (std::vector<std::vector<std::string>>{{"lean"}, {"rich"}}));
  EXPECT_EQ(grid.entries[1][0].cell, &run.cells[2]);
}

TEST(Grid, MarksTheBestAloneWhereItsRatioExcludesOneAndATieWhereNot) {
  const auto run = sample();
  const Grid grid = make_grid(run, run.tables[0]);
  EXPECT_TRUE(grid.unranked.empty());
  EXPECT_TRUE(grid.entries[0][0].best);
  EXPECT_FALSE(grid.entries[0][0].tied);
  EXPECT_FALSE(grid.entries[0][1].best);
  EXPECT_TRUE(grid.entries[1][0].best);
  EXPECT_TRUE(grid.entries[1][1].best);
  EXPECT_TRUE(grid.entries[1][1].tied);
}

TEST(Grid, TakesRatiosRoundByRoundToTheBaselineColumn) {
  const auto run = sample();
  const Grid grid = make_grid(run, run.tables[0]);
  EXPECT_EQ(grid.baseline, 1U);
  EXPECT_DOUBLE_EQ(*grid.entries[0][0].ratio.median, 2.0);
  EXPECT_FALSE(grid.entries[0][1].ratio.median.has_value());
}

TEST(Grid, NeverRanksDifferentDurabilityLevels) {
  auto run = sample();
  run.cells[0].cell.durability = assay::Durability::power;
  const Grid grid = make_grid(run, run.tables[0]);
  EXPECT_FALSE(grid.unranked.empty());
  EXPECT_FALSE(grid.entries[0][0].best);
}

TEST(Grid, DoesNotRankColumnsThatAreNoAlternatives) {
  auto run = sample();
  run.tables[0].rows = {"backend"};
  run.tables[0].columns = {"payload"};
  run.tables[0].baseline.clear();
  EXPECT_FALSE(make_grid(run, run.tables[0]).unranked.empty());
}

TEST(Grid, HasNothingToRankInOneColumn) {
  auto run = sample();
  run.tables[0].rows = {"backend", "payload"};
  run.tables[0].columns = {"workload"};
  run.tables[0].baseline.clear();
  EXPECT_EQ(make_grid(run, run.tables[0]).unranked, "");
}

TEST(Grid, GivesAFailedCellNoFigure) {
  auto run = sample();
  run.cells[0].failed = true;
  const Grid grid = make_grid(run, run.tables[0]);
  EXPECT_FALSE(grid.entries[0][0].value.median.has_value());
  EXPECT_FALSE(grid.entries[0][1].tied);
}

}  // namespace
