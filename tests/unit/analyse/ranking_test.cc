#include <gtest/gtest.h>

#include "analyse/analyse.h"
#include "example_cell.h"

namespace assay::analyse {
namespace {

using Indices = std::vector<std::size_t>;

Indices winners(std::vector<results::CellResult> cells,
                const std::string& metric = "ops_per_second", std::uint32_t rounds = 6) {
  results::Run run = run_of(std::move(cells), rounds);
  analyse(run);
  std::vector<const results::CellResult*> pointers;
  for (const results::CellResult& cell : run.cells) {
    pointers.push_back(&cell);
  }
  Indices indices;
  for (const Standing& standing : best(pointers, metric, rounds)) {
    indices.push_back(standing.index);
  }
  return indices;
}

results::CellResult cell_with_written_bytes(const std::vector<std::int64_t>& bytes) {
  results::CellResult cell = good_cell(static_cast<std::uint32_t>(bytes.size()));
  for (std::size_t round = 0; round < bytes.size(); ++round) {
    cell.repeats[round].resources["client"].written_bytes = bytes[round];
  }
  return cell;
}

TEST(Best, IsTheGreatestRate) {
  EXPECT_EQ(winners({cell_with_rates({10, 11, 10, 11, 10, 11}),
                     cell_with_rates({20, 21, 20, 21, 20, 21})}),
            (Indices{1}));
}

TEST(Best, IsTheLeastLatency) {
  EXPECT_EQ(winners({cell_with_rates({10, 11, 10, 11, 10, 11}),
                     cell_with_rates({20, 21, 20, 21, 20, 21})},
                    "response_ns.mean"),
            (Indices{1}));
}

TEST(Best, HasTiesWhereThePairedIntervalIncludesOne) {
  // The first is ahead in five rounds, behind in one: its interval over six is the range.
  EXPECT_EQ(
      winners({cell_with_rates({11, 22, 33, 44, 55, 59}), cell_with_rates({10, 20, 30, 40, 50, 60}),
               cell_with_rates({5, 10, 15, 20, 25, 30})}),
      (Indices{0, 1}));
}

TEST(Best, PairsRoundsSoThatASharedTrendHidesNothing) {
  EXPECT_EQ(winners({cell_with_rates({11, 22, 33, 44, 55, 66}),
                     cell_with_rates({10, 20, 30, 40, 50, 60})}),
            (Indices{0}));
}

TEST(Best, CannotTellFewerThanSixRoundsApart) {
  EXPECT_EQ(
      winners({cell_with_rates({10, 11, 10}), cell_with_rates({20, 21, 20})}, "ops_per_second", 3),
      (Indices{0, 1}));
}

TEST(Best, IsToldFromALeaderOfZeroByTheDifference) {
  const results::CellResult none = cell_with_written_bytes({0, 0, 0, 0, 0, 0});
  EXPECT_EQ(winners({cell_with_written_bytes({9, 5, 7, 9, 8, 6}), none,
                     cell_with_written_bytes({0, 5, 0, 4, 0, 3}), none},
                    "client.written_bytes"),
            (Indices{1, 2, 3}));
}

TEST(Best, SaysOfATieWhatItsRatioIsAndWhatWouldHaveBeenSeen) {
  results::Run run = run_of({cell_with_rates({100, 102, 101, 99, 100, 98}),
                             cell_with_rates({101, 100, 103, 100, 98, 99})});
  analyse(run);
  const std::vector<const results::CellResult*> both{&run.cells[0], &run.cells[1]};
  const std::vector<Standing> ties = best(both, "ops_per_second", 6);
  ASSERT_EQ(ties.size(), 2U);
  const Standing& leader = ties[0].to_leader.median ? ties[1] : ties[0];
  const Standing& other = ties[0].to_leader.median ? ties[0] : ties[1];
  EXPECT_FALSE(leader.detectable);
  EXPECT_TRUE(other.to_leader.interval);
  EXPECT_LE(*other.to_leader.low, 1);
  EXPECT_GE(*other.to_leader.high, 1);
  EXPECT_GT(*other.detectable, 0.01);
  EXPECT_LT(*other.detectable, 0.06);
}

TEST(Best, NeverIsACellThatFailedOrHasNoFigure) {
  results::CellResult failed = cell_with_rates({90, 90, 90, 90, 90, 90});
  failed.repeats[0].failure = engine::Failure{"measure", "gone"};
  results::CellResult empty = good_cell(0);
  EXPECT_EQ(winners({failed, cell_with_rates({10, 11, 10, 11, 10, 11}), empty}), (Indices{1}));
  EXPECT_EQ(winners({failed, empty}), Indices{});
  EXPECT_EQ(winners({}), Indices{});
}

TEST(Best, IsNotAskedAcrossDurabilityLevels) {
  results::CellResult fast = cell_with_rates({20, 21, 20, 21, 20, 21});
  fast.cell.durability = Durability::none;
  results::CellResult safe = cell_with_rates({10, 11, 10, 11, 10, 11});
  safe.cell.durability = Durability::power;
  EXPECT_EQ(winners({fast, safe}), Indices{});
  EXPECT_EQ(ranking_refused(std::vector<const results::CellResult*>{&fast, &safe}),
            "durability levels differ (none, power): acknowledged writes survive different things");
}

TEST(Best, GoesByTheDurabilityThatWasReadBack) {
  results::CellResult one = cell_with_rates({20, 21, 20, 21, 20, 21});
  results::CellResult other = one;
  const std::vector<const results::CellResult*> both{&one, &other};
  EXPECT_EQ(ranking_refused(both), std::nullopt);
  other.read_back["durability"] = "async";
  EXPECT_TRUE(ranking_refused(both));
}

}  // namespace
}  // namespace assay::analyse
