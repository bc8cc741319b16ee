// Loads in a matrix: which cells they make and what is said about a wrong one.
#include "matrix/open_load.h"
#include "fixture.h"

namespace assay::matrix {
namespace {

using OpenLoadTest = MatrixTest;
using Ids = std::vector<std::string>;

TEST_F(OpenLoadTest, CellsAreClosedWhereNothingElseIsSaid) {
  const Matrix matrix = load(on_sqlite("axes: {workload: cache.get}"));
  EXPECT_FALSE(matrix.cells.at(0).open);
  EXPECT_EQ(axis_value(matrix.cells[0], "open"), "closed");
  EXPECT_EQ(axis_value(matrix.cells[0], "arrivals"), std::nullopt);
}

TEST_F(OpenLoadTest, RatesSharesAndTheClosedLoopMayStandBesideEachOther) {
  const Matrix matrix = load(on_sqlite(
      "axes: {workload: cache.get, open: [closed, 5000, {of_slowest: [0.5, 0.9]}], arrivals: "
      "[constant, poisson]}"));
  EXPECT_EQ(ids(matrix),
            (Ids{"sqlite/process/cache.get/p1t1c1d0", "sqlite/process/cache.get/p1t1c1d0/open=5000",
                 "sqlite/process/cache.get/p1t1c1d0/open=5000,poisson",
                 "sqlite/process/cache.get/p1t1c1d0/open=0.5x",
                 "sqlite/process/cache.get/p1t1c1d0/open=0.5x,poisson",
                 "sqlite/process/cache.get/p1t1c1d0/open=0.9x",
                 "sqlite/process/cache.get/p1t1c1d0/open=0.9x,poisson"}));
  EXPECT_EQ(matrix.cells[2].open, (OpenLoad{.per_second = 5000, .poisson = true}));
  EXPECT_EQ(matrix.cells[3].open, (OpenLoad{.of_slowest = 0.5, .group = "cache.get/p1t1c1d0"}));
  EXPECT_EQ(axis_value(matrix.cells[3], "open"), "0.5 of slowest");
  EXPECT_EQ(axis_value(matrix.cells[2], "arrivals"), "poisson");
}

TEST_F(OpenLoadTest, AMapOfSharesAloneIsTheWholeAxis) {
  const Matrix matrix =
      load(on_sqlite("axes: {workload: cache.get, open: {of_slowest: [0.25, 0.5, 0.75, 0.9]}}"));
  EXPECT_EQ(matrix.cells.size(), 4U);
}

TEST_F(OpenLoadTest, TheOrderOfTheTwoAxesDoesNotMatter) {
  const Matrix matrix =
      load(on_sqlite("axes: {arrivals: poisson, workload: cache.get, open: [100, 200]}"));
  for (const Cell& cell : matrix.cells) {
    EXPECT_TRUE(cell.open->poisson) << cell.id;
  }
}

TEST_F(OpenLoadTest, FiltersAndTablesSpellAShareAsTheReportDoes) {
  const std::string text = on_sqlite(
      "axes: {workload: cache.get, open: {of_slowest: [0.25, 0.5]}}\n"
      "tables: [{name: t, rows: open, columns: backend, where: {open: 0.5 of slowest}}]");
  Overrides overrides;
  overrides.filters = {"open=0.5 of slowest"};
  EXPECT_EQ(load(text, overrides).cells.size(), 1U);
}

TEST_F(OpenLoadTest, ACellSurvivesJson) {
  const Matrix matrix = load(
      on_sqlite("axes: {workload: cache.get, open: [closed, 5000, {of_slowest: 0.5}], arrivals: "
                "poisson}"));
  for (const Cell& cell : matrix.cells) {
    EXPECT_EQ(nlohmann::json(cell).get<Cell>(), cell);
  }
  nlohmann::json older = matrix.cells[0];
  older.erase("load");
  EXPECT_EQ(older.get<Cell>(), matrix.cells[0]);
}

TEST_F(OpenLoadTest, AWrongLoadIsAMistake) {
  const std::string expected =
      "open must be closed, a rate from 0.001 to 1000000000 operations per second, or of_slowest: "
      "shares from 0.01 to 1, not ";
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, open: fast}")),
            (Ids{"m.yaml:3: " + expected + "'fast'"}));
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, open: [0]}")),
            (Ids{"m.yaml:3: " + expected + "'0'"}));
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, open: {of_slowest: [1.5]}}")),
            (Ids{"m.yaml:3: " + expected + "'1.5 of slowest'"}));
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, open: {of_fastest: 1}}")).size(), 1U);
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, open: 100, arrivals: bursts}")).size(),
            1U);
}

TEST_F(OpenLoadTest, ANumberOfOperationsDoesNotGoWithARate) {
  const Ids found =
      mistakes(on_sqlite("timing: {operations: 100}\naxes: {workload: cache.get, open: 9}"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("timing.measure"), std::string::npos) << found[0];
}

// What a share is of, in the order of the cells.
std::vector<std::string> loops(const Matrix& matrix) {
  std::vector<std::string> found;
  for (const ClosedLoop& loop : closed_loops(matrix.cells)) {
    EXPECT_FALSE(loop.cell.open);
    found.push_back(loop.group + " by " + loop.cell.id);
  }
  return found;
}

TEST_F(OpenLoadTest, ASharesClosedLoopsAreOnePerBackendAndWhatIsComparedOverBackends) {
  const Matrix matrix = load(
      "name: m\nbackends: {sqlite: {}, noop: {}}\naxes: {workload: [cache.get, cache.put], "
      "payload: [10, 20], open: [closed, 100, {of_slowest: [0.5, 0.9]}], arrivals: [constant, "
      "poisson]}\nexclude: [{workload: cache.put, payload: 20}]");
  EXPECT_EQ(loops(matrix),
            (Ids{"cache.get/payload=10/p1t1c1d0 by sqlite/process/cache.get/payload=10/p1t1c1d0",
                 "cache.get/payload=20/p1t1c1d0 by sqlite/process/cache.get/payload=20/p1t1c1d0",
                 "cache.put/payload=10/p1t1c1d0 by sqlite/process/cache.put/payload=10/p1t1c1d0",
                 "cache.get/payload=10/p1t1c1d0 by noop/none/cache.get/payload=10/p1t1c1d0",
                 "cache.get/payload=20/p1t1c1d0 by noop/none/cache.get/payload=20/p1t1c1d0",
                 "cache.put/payload=10/p1t1c1d0 by noop/none/cache.put/payload=10/p1t1c1d0"}));
}

TEST_F(OpenLoadTest, WhatIsABackendsOwnIsInNoGroupAndWhatAnAxisGivesIs) {
  const std::string own =
      "name: m\nbackends:\n"
      "  safe: {plugin: sqlite, durability: power, verify: false}\n"
      "  fast: {plugin: sqlite, durability: process}\n";
  EXPECT_EQ(loops(load(own + "axes: {workload: cache.get, open: {of_slowest: 0.5}}")),
            (Ids{"cache.get/p1t1c1d0 by safe/power/cache.get/p1t1c1d0/unverified",
                 "cache.get/p1t1c1d0 by fast/process/cache.get/p1t1c1d0"}));
  EXPECT_EQ(
      loops(load(on_sqlite(
          "axes: {workload: cache.get, durability: [process, power], open: {of_slowest: 0.5}}"))),
      (Ids{"process/cache.get/p1t1c1d0 by sqlite/process/cache.get/p1t1c1d0",
           "power/cache.get/p1t1c1d0 by sqlite/power/cache.get/p1t1c1d0"}));
}

}  // namespace
}  // namespace assay::matrix
