#include "analyse/marks.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "analyse/analyse.h"
#include "example_cell.h"

namespace assay::analyse {
namespace {

using Kinds = std::set<std::string>;

results::CellResult analysed(results::CellResult cell, std::uint32_t rounds = 6) {
  results::Run run = run_of({std::move(cell)}, rounds);
  analyse(run);
  return run.cells[0];
}

Kinds kinds(results::CellResult cell, std::uint32_t rounds = 6) {
  Kinds found;
  for (const results::Mark& mark : analysed(std::move(cell), rounds).marks) {
    found.insert(mark.kind);
  }
  return found;
}

// The text of the one mark of a kind.
std::string text(results::CellResult cell, const std::string& kind) {
  for (const results::Mark& mark : analysed(std::move(cell)).marks) {
    if (mark.kind == kind) {
      return mark.text;
    }
  }
  return "";
}

results::CellResult with_series(const std::vector<std::vector<std::uint64_t>>& by_repeat) {
  results::CellResult cell = good_cell(static_cast<std::uint32_t>(by_repeat.size()));
  for (std::size_t round = 0; round < by_repeat.size(); ++round) {
    cell.repeats[round].series = by_repeat[round];
    cell.repeats[round].seconds = static_cast<double>(by_repeat[round].size());
  }
  return cell;
}

TEST(Marks, AGoodCellHasNone) { EXPECT_EQ(kinds(good_cell()), Kinds{}); }

TEST(Marks, AnyErrorMarksAndOneInAThousandDoesNotFail) {
  results::CellResult cell = good_cell();  // 6000 operations
  cell.repeats[1].errors = {{"timeout", 4}, {"failed", 2}};
  cell.repeats[1].first_error = "no answer within 10 s";
  EXPECT_EQ(kinds(cell), Kinds{"errors"});
  EXPECT_FALSE(analysed(cell).failed);  // 6 of 6006 is 0.0999 %
  EXPECT_EQ(text(cell, "errors"),
            "0.1 % of the operations did not succeed (failed 2, timeout 4); the first said: no "
            "answer within 10 s");
}

TEST(Marks, MoreThanOneErrorInAThousandFailsTheCell) {
  results::CellResult cell = good_cell();
  cell.repeats[1].errors = {{"timeout", 7}};  // of 6007: 0.117 %
  EXPECT_TRUE(analysed(cell).failed);
}

// row 13: a system that answers nothing but errors.
TEST(Marks, NothingButErrorsFailsTheCell) {
  results::CellResult cell = good_cell(1);
  cell.repeats[0].operations = 0;
  cell.repeats[0].ops_per_second = 0;
  cell.repeats[0].response_ns = {};
  cell.repeats[0].errors = {{"refused", 1000}};
  EXPECT_TRUE(analysed(cell, 1).failed);
  EXPECT_EQ(kinds(cell, 1), (Kinds{"errors", "few_samples"}));
}

TEST(Marks, AFailedBlockFailsTheCellAndSaysWhereAndWhy) {
  results::CellResult cell = good_cell();
  cell.repeats[3] = {};
  cell.repeats[3].round = 3;
  cell.repeats[3].failure = engine::Failure{"load", "the worker ended with signal 9"};
  EXPECT_TRUE(analysed(cell).failed);
  EXPECT_EQ(text(cell, "failed"),
            "1 of 6 blocks gave no measurement; the first, in round 4, failed in phase load: the "
            "worker ended with signal 9");
}

TEST(Marks, MissingRoundsMakeACellIncomplete) {
  EXPECT_EQ(kinds(good_cell(4)), Kinds{"incomplete"});
}

TEST(Marks, APercentileWithTooFewOperationsIsNamed) {
  results::CellResult cell = good_cell();
  for (results::Repeat& repeat : cell.repeats) {
    repeat.response_ns.p99_9 = std::nullopt;
  }
  cell.repeats[0].response_ns.p99 = std::nullopt;
  EXPECT_EQ(text(cell, "few_samples"),
            "Percentiles with fewer than 10 operations beyond them are left out (p99 in 1 of 6, "
            "p99.9 in 6 of 6 repeats); measure longer to have them.");
}

TEST(Marks, LittlesLawHoldsWithinFivePercent) {
  // 500/s × 2 ms is one operation in flight.
  for (const auto& [factor, marked] : std::vector<std::pair<double, bool>>{
           {0.94, true}, {0.96, false}, {1.04, false}, {1.06, true}}) {
    results::CellResult cell = good_cell();
    for (results::Repeat& repeat : cell.repeats) {
      repeat.response_ns.mean = 2e6 * factor;
    }
    EXPECT_EQ(kinds(cell).contains("little_law"), marked) << factor;
  }
}

TEST(Marks, LittlesLawCountsWhatIsInFlight) {
  results::CellResult cell = good_cell();
  cell.cell.topology = {.processes = 2, .threads = 3, .connections = 4, .depth = 0};
  for (results::Repeat& repeat : cell.repeats) {
    repeat.ops_per_second = 3000;  // × 2 ms: six threads, each with its sessions in turn
  }
  EXPECT_EQ(kinds(cell), Kinds{});
  cell.cell.topology.depth = 5;
  EXPECT_EQ(kinds(cell), Kinds{"little_law"});
  for (results::Repeat& repeat : cell.repeats) {
    repeat.ops_per_second = 60000;  // × 2 ms: 2 × 3 × 4 × 5
  }
  EXPECT_EQ(kinds(cell), Kinds{});
}

TEST(Marks, AClientOfAServerThatUsesItsCoresMayBeTheLimit) {
  results::CellResult cell = good_cell();
  cell.cell.environment = Environment::native;
  for (results::Repeat& repeat : cell.repeats) {
    repeat.resources["client"].cpu_seconds = 1.9;  // of 2 s on one thread
  }
  EXPECT_EQ(text(cell, "client_saturated"),
            "The client used 0.95 of the 1 cores it can use: it may be the limit, not the server; "
            "give it more threads or processes.");
  cell.cell.environment = Environment::embedded;  // there client and system are one
  EXPECT_EQ(kinds(cell), Kinds{});
}

TEST(Marks, AClientCannotUseMoreCoresThanTheMachineHas) {
  results::CellResult cell = good_cell();
  cell.cell.environment = Environment::container;
  cell.cell.topology.threads = 8;
  for (results::Repeat& repeat : cell.repeats) {
    repeat.ops_per_second = 4000;
    repeat.resources["client"].cpu_seconds = 3.8;  // 1.9 of two cores
  }
  EXPECT_EQ(kinds(cell), Kinds{"client_saturated"});
}

TEST(Marks, AStarvedProcessIsUnfair) {
  results::CellResult cell = good_cell();
  cell.cell.topology.processes = 2;
  for (results::Repeat& repeat : cell.repeats) {
    repeat.ops_per_second = 1000;
    repeat.per_process_ops_per_second = {660, 340};
  }
  EXPECT_EQ(kinds(cell), Kinds{});  // 0.515
  for (results::Repeat& repeat : cell.repeats) {
    repeat.per_process_ops_per_second = {680, 320};
  }
  EXPECT_EQ(text(cell, "unfair"),
            "The slowest of 2 processes had 0.47 times the rate of the fastest: the sum hides that "
            "some starve.");
}

TEST(Marks, SettingsReadBackOtherwiseAreNamed) {
  results::CellResult cell = good_cell();
  cell.cell.durability = Durability::process;
  cell.declared = {{"synchronous", "OFF"}, {"cache_kib", "2000"}, {"only_asked", "1"}};
  cell.read_back = {
      {"synchronous", "0"}, {"cache_kib", "2000"}, {"durability", "process"}, {"only_found", "x"}};
  EXPECT_EQ(kinds(cell), Kinds{});
  cell.read_back["cache_kib"] = "4000";
  cell.read_back["durability"] = "none";
  EXPECT_EQ(text(cell, "settings_differ"),
            "The system did not run as asked, or not the same all through: cache_kib: asked for "
            "2000, found 4000; durability: asked for process, found none");
}

TEST(Marks, ASettingReadBackAsItsNumberIsTheWordThatWasAskedFor) {
  results::CellResult cell = good_cell();
  for (const auto& [asked, found, same] :
       std::vector<std::tuple<std::string, std::string, bool>>{{"FULL", "2", true},
                                                               {"normal", "1", true},
                                                               {"OFF", "0", true},
                                                               {"FULL", "1", false},
                                                               {"FULL", "2 | 1", false},
                                                               {"NORMAL", "0", false}}) {
    cell.declared = {{"synchronous", asked}};
    cell.read_back = {{"synchronous", found}};
    EXPECT_EQ(kinds(cell).contains("settings_differ"), !same) << asked << " and " << found;
  }
  cell.declared = {{"auto_vacuum", "FULL"}};
  cell.read_back = {{"auto_vacuum", "1"}};
  EXPECT_EQ(kinds(cell), Kinds{});
}

TEST(Marks, AVersionThatChangedBetweenRoundsIsNamed) {
  results::CellResult cell = good_cell();
  cell.version = "3.40.1 | 3.46.0";
  EXPECT_EQ(kinds(cell), Kinds{"settings_differ"});
}

TEST(Marks, AnIntervalWiderThanAFifthIsNoise) {
  EXPECT_EQ(kinds(cell_with_rates({1000, 910, 1090, 950, 1050, 1000})), Kinds{});  // 18 %
  EXPECT_EQ(text(cell_with_rates({1000, 850, 1150, 950, 1050, 1000}), "noise"),
            "The 95 % interval of ops/s is 30 % of the median wide; more rounds or a quieter "
            "machine make it narrower.");
}

TEST(Marks, ASecondThatStallsIsNotSteady) {
  EXPECT_EQ(
      text(with_series({{500, 500}, {500, 500}, {500, 240}, {500, 500}, {500, 500}, {500, 500}}),
           "not_steady"),
      "Second 2 of round 3 had 240 operations where the median second had 500: something "
      "stalled.");
}

TEST(Marks, AFewOperationsLessByChanceAreNoStall) {
  // Two where the median is five can happen: four deviations of a Poisson count of 5 are 8.9.
  EXPECT_EQ(kinds(with_series({{5, 5}, {5, 5}, {5, 2}, {5, 5}, {5, 5}, {5, 5}})), Kinds{});
}

TEST(Marks, ALastPieceOfASecondIsNoStall) {
  results::CellResult cell =
      with_series(std::vector<std::vector<std::uint64_t>>(6, {500, 500, 20}));
  for (results::Repeat& repeat : cell.repeats) {
    repeat.seconds = 2.04;
  }
  EXPECT_EQ(kinds(cell), Kinds{});
}

TEST(Marks, AWindowWhoseSecondHalfIsSlowerInEveryBlockIsNotSteady) {
  // Halves 2000 and 1700: 0.85.
  const std::vector<std::uint64_t> falling{1000, 1000, 850, 850};
  EXPECT_EQ(text(with_series(std::vector<std::vector<std::uint64_t>>(6, falling)), "not_steady"),
            "The rate of the window's second half is 0.85 times that of its first (0.85 to 0.85 "
            "over the repeats): warm up or measure longer.");
}

TEST(Marks, DriftThatSomeBlocksDoNotShowIsNoise) {
  const std::vector<std::uint64_t> falling{1000, 1000, 850, 850};
  std::vector<std::vector<std::uint64_t>> series(6, falling);
  series[4] = {1000, 1000, 1010, 1010};
  EXPECT_EQ(kinds(with_series(series)), Kinds{});
}

TEST(Marks, ADriftOfLessThanTenPercentIsSteady) {
  const std::vector<std::uint64_t> falling{1000, 1000, 920, 920};
  EXPECT_EQ(kinds(with_series(std::vector<std::vector<std::uint64_t>>(6, falling))), Kinds{});
}

TEST(Marks, ARateThatFallsFromRoundToRoundIsNotSteady) {
  // Four a round, 20 from the first to the last, of the median 90.
  EXPECT_EQ(text(cell_with_rates({100, 96, 92, 88, 84, 80}), "not_steady"),
            "The rate falls from round to round, by 22 % from the first to the last: the machine "
            "or the stored data changes during the run.");
}

TEST(Marks, ASmallTrendOrNoneBetweenRoundsIsSteady) {
  EXPECT_EQ(kinds(cell_with_rates({100, 99, 98, 97, 96, 95})), Kinds{});  // 5 %
  EXPECT_EQ(kinds(cell_with_rates({100, 91, 100, 91, 100, 91})), Kinds{});
}

results::CellResult open_cell(std::uint32_t rounds = 6) {
  results::CellResult cell = good_cell(rounds);
  cell.cell.open = matrix::OpenLoad{.per_second = 500};
  for (results::Repeat& repeat : cell.repeats) {
    repeat.open = {500, 1, 1000, 250, 0, false, repeat.service_ns};
    repeat.response_ns.mean = 1e5;  // far from one operation in flight
  }
  return cell;
}

void overload(results::Repeat& repeat) {
  repeat.open->overloaded = true;
  repeat.open->achieved_share = 0.8;
  repeat.response_ns = {};
}

TEST(Marks, AnOpenLoadIsJudgedNeitherByLittlesLawNorByItsClientsCores) {
  results::CellResult cell = open_cell();
  cell.cell.environment = Environment::native;
  cell.repeats[0].resources["client"].cpu_seconds = 2;
  EXPECT_EQ(kinds(cell), Kinds{});
}

TEST(Marks, AnOverloadedRoundWithholdsResponseTimesAndNothingElse) {
  results::CellResult cell = open_cell();
  overload(cell.repeats[3]);
  cell = analysed(cell);
  EXPECT_FALSE(cell.failed);
  EXPECT_EQ(cell.summary.at("response_ns.p50").median, std::nullopt);
  EXPECT_EQ(cell.summary.at("service_ns.p99").median, 2e6);
  EXPECT_EQ(cell.summary.at("generator_ns.p99").median, 2e6);
  EXPECT_EQ(cell.summary.at("open.offered_per_second").median, 500);
  EXPECT_EQ(cell.summary.at("open.achieved_share").median, 1);
  EXPECT_EQ(cell.summary.at("open.achieved_share").low, 0.8);
  EXPECT_EQ(cell.summary.at("open.waited_share").median, 0.25);
  EXPECT_EQ(text(cell, "overloaded"),
            "In 1 of 6 rounds more was offered than the system can do (80.0 % of the rate achieved "
            "at the least, or its backlog still growing): response times of such a round grow with "
            "its length and are not printed.");
  EXPECT_EQ(kinds(cell), Kinds{"overloaded"}) << "too few samples is another reason";
}

TEST(Marks, OneOverloadedRoundOfTenIsOnlyMarked) {
  results::CellResult cell = open_cell(10);
  overload(cell.repeats[3]);
  results::Run run = run_of({cell}, 10);
  analyse(run);
  EXPECT_EQ(run.cells[0].summary.at("response_ns.p50").median, 2e6);
  EXPECT_TRUE(run.cells[0].summary.at("response_ns.p50").interval);
}

TEST(Marks, AClosedLoopHasNoFiguresOfAnOpenOne) {
  const results::CellResult cell = analysed(good_cell());
  EXPECT_FALSE(cell.summary.contains("generator_ns.p99"));
  EXPECT_FALSE(cell.summary.contains("open.achieved_share"));
}

}  // namespace
}  // namespace assay::analyse
