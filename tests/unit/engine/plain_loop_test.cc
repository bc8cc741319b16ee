// The plain loop on simulated time: every figure is computed by hand.
#include "engine/plain_loop.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <thread>

#include "assay/types.h"
#include "engine/clock.h"
#include "simulated.h"

namespace assay::engine {
namespace {

using workload::Outcome;
using Bench = BlockingBench;

std::uint64_t sum(const std::vector<std::uint64_t>& series) {
  return std::accumulate(series.begin(), series.end(), std::uint64_t{0});
}

// A thousand durations from 1 us to 1 ms, in no order.
std::int64_t traced(std::uint64_t operation) {
  return static_cast<std::int64_t>((operation * 7919 % 1000 + 1) * 1000);
}

Script trace() {
  return [](std::uint64_t operation) { return Answer{traced(operation)}; };
}

Histogram histogram_of_trace() {
  Histogram histogram;
  for (std::uint64_t operation = 0; operation < 1000; ++operation) {
    histogram.record(traced(operation));
  }
  return histogram;
}

// Slots take turns at two members; the trace's operation i is made in slot i % 64.
TEST(PlainLoop, TellsTheMembersOfAMixApart) {
  Bench bench(trace());
  std::vector<std::uint8_t> parts(64);
  Histogram odd;
  for (std::size_t i = 0; i < 1000; ++i) {
    parts[i % 64] = i % 2;
    if (i % 2 == 1) {
      odd.record(traced(i));
    }
  }
  bench.tally.parts.resize(2);
  const Lane lane{&bench.backend, &bench.work, parts.data()};
  run_plain_on(bench.clock, {&lane, 1}, {.end_ns = INT64_MAX, .operations = 1000}, bench.stop,
               bench.pulse, bench.tally);
  expect_equal(bench.tally.response, histogram_of_trace());
  expect_equal(bench.tally.parts[1], odd);
  EXPECT_EQ(bench.tally.parts[0].count(), 500U);
  Tally both;
  add(both, bench.tally);
  add(both, bench.tally);
  EXPECT_EQ(both.parts.at(1).count(), 1000U);
}

TEST(PlainLoop, Row7ReportsTheTraceThatItReplays) {
  Bench bench(trace());
  bench.run({.end_ns = 1000 * second, .operations = 1000});
  expect_equal(bench.tally.response, histogram_of_trace());
  EXPECT_EQ(bench.tally.service.count(), 0U);
}

TEST(PlainLoop, Row7KeepsMakingAndCheckingOutOfTheTimes) {
  for (const bool checks : {false, true}) {
    Bench bench(trace(), checks, {.make_ns = 3 * ms, .check_ns = checks ? 5 * ms : 0});
    bench.run({.end_ns = 1000 * second, .operations = 1000});
    expect_equal(bench.tally.response, histogram_of_trace());
    EXPECT_TRUE(bench.work.kept_order());
    EXPECT_EQ(bench.work.checked(), checks ? 1000U : 0U);
  }
}

TEST(PlainLoop, Row1SecondsAddUpToTheOperationsAndNoneIsHuge) {
  // Three stalls of 2.5 s each leave seconds without an operation.
  Bench bench(
      [](std::uint64_t operation) { return Answer{operation % 2000 == 1999 ? 2'500 * ms : ms}; });
  bench.run({.measure_ns = 700 * ms, .end_ns = 12 * second + 700 * ms});
  EXPECT_EQ(bench.tally.series.size(), 12U);
  EXPECT_EQ(sum(bench.tally.series), bench.tally.response.count());
  for (const std::uint64_t operations : bench.tally.series) {
    EXPECT_LE(operations, 1000U);
  }
  EXPECT_EQ(std::count(bench.tally.series.begin(), bench.tally.series.end(), 0U), 3);
}

TEST(PlainLoop, Row2TheRateIsTheSameWithAndWithoutWarmUp) {
  Bench without(always(ms));
  without.run({.end_ns = 5 * second});
  // Ten times as fast while warming up: 30,000 operations that must not show.
  Bench with([](std::uint64_t operation) { return Answer{operation < 30'000 ? ms / 10 : ms}; });
  with.run({.measure_ns = 3 * second, .end_ns = 8 * second});
  for (const Bench* bench : {&without, &with}) {
    EXPECT_EQ(bench->tally.response.count(), 5000U);
    EXPECT_DOUBLE_EQ(counted_seconds(bench->tally), 5.0);
    EXPECT_EQ(bench->tally.response.min_ns(), ms);
    EXPECT_EQ(outcome(bench->tally, Outcome::ok), 5000U);
  }
  EXPECT_EQ(with.pulse.operations, 35'000U);
}

TEST(PlainLoop, Row3ShowsNoDipWhereTheWarmUpEnds) {
  for (const bool checks : {false, true}) {
    Bench bench(always(ms), checks);
    bench.run({.measure_ns = 2 * second, .end_ns = 6 * second});
    EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{1000, 1000, 1000, 1000}));
  }
}

TEST(PlainLoop, Row4TheBackendCountsWarmUpAndCountedOperations) {
  Bench bench(always(ms));
  bench.run({.measure_ns = 2 * second, .end_ns = 5 * second});
  EXPECT_EQ(bench.backend.calls(), 5000U);
  EXPECT_EQ(bench.pulse.operations, 5000U);
  EXPECT_EQ(bench.tally.response.count(), 3000U);
}

TEST(PlainLoop, Row4StartsAndCountsExactlyTheNumberAskedFor) {
  for (const std::uint64_t share : {1, 7, 64, 100, 129}) {
    SimulatedClock clock;
    BlockingBackend first(clock, always(ms));
    BlockingBackend other(clock, always(ms));
    BlockingWork first_work(clock, first, true, 16);
    BlockingWork other_work(clock, other, true, 64);
    const Lane lanes[] = {{&first, &first_work}, {&other, &other_work}};
    Pulse pulse;
    Tally tally;
    run_plain_on(clock, lanes, {.end_ns = 1000 * second, .operations = share}, {false}, pulse,
                 tally);
    EXPECT_EQ(first.calls() + other.calls(), share);
    EXPECT_EQ(first.calls(), (share + 1) / 2);  // in turn
    EXPECT_EQ(tally.response.count(), share);
  }
}

TEST(PlainLoop, Row4CountsTheNumberAskedForAfterTheWarmUp) {
  Bench bench(always(ms));
  bench.run({.measure_ns = 2 * second, .end_ns = 1000 * second, .operations = 100});
  EXPECT_EQ(bench.backend.calls(), 2100U);
  EXPECT_EQ(bench.tally.response.count(), 100U);
  EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{100}));
}

TEST(PlainLoop, Row4GivesNoRateWhenOperationsTakeNoTime) {
  Bench bench(always(0));
  bench.run({.end_ns = second, .operations = 100});
  EXPECT_EQ(bench.tally.response.count(), 100U);
  EXPECT_THROW(counted_seconds(bench.tally), Error);
}

TEST(PlainLoop, Row5LeavesAnEmptyWindowEmpty) {
  Bench bench(always(ms));
  bench.run({.start_ns = second, .measure_ns = 2 * second, .end_ns = 2 * second});
  EXPECT_EQ(bench.pulse.operations, 1000U);
  EXPECT_EQ(bench.tally.response.count(), 0U);
  EXPECT_FALSE(bench.tally.response.printable(0.5));
  EXPECT_EQ(sum(bench.tally.series), 0U);
  EXPECT_EQ(bench.tally.first_ns, 0);
  EXPECT_EQ(bench.tally.last_ns, 0);
  EXPECT_TRUE(bench.tally.first_error.empty());
}

TEST(PlainLoop, Row5CountsNothingWhenTheWarmUpsLastOperationOutlastsTheWindow) {
  Bench bench(always(10 * second));
  bench.run({.measure_ns = second, .end_ns = 2 * second});
  EXPECT_EQ(bench.tally.response.count(), 0U);
  EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{0}));
  EXPECT_THROW(counted_seconds(bench.tally), Error);
}

TEST(PlainLoop, Row6FourThreadsGiveTheSameFiguresAsOneAndDropNoSample) {
  std::vector<Tally> tallies(4);
  std::vector<std::thread> threads;
  for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
    threads.emplace_back([&tallies, quarter] {
      Bench bench(
          [quarter](std::uint64_t operation) { return Answer{traced(quarter * 250 + operation)}; });
      bench.run({.end_ns = 1000 * second, .operations = 250});
      tallies[quarter] = std::move(bench.tally);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t i = 1; i < tallies.size(); ++i) {
    add(tallies[0], tallies[i]);
  }
  expect_equal(tallies[0].response, histogram_of_trace());
  EXPECT_EQ(outcome(tallies[0], Outcome::ok), 1000U);
  for (const double quantile : {0.5, 0.9, 0.95, 0.99, 0.999}) {
    EXPECT_EQ(tallies[0].response.at(quantile), histogram_of_trace().at(quantile));
  }
}

TEST(PlainLoop, Row13CountsNoOperationOfABackendThatAlwaysFails) {
  for (const bool checks : {false, true}) {
    Bench failing(always(ms, Status::failed), checks);
    failing.run({.end_ns = second});
    EXPECT_EQ(failing.tally.response.count(), 0U);
    EXPECT_EQ(outcome(failing.tally, Outcome::ok), 0U);
    EXPECT_EQ(outcome(failing.tally, Outcome::failed), 1000U);
    EXPECT_EQ(sum(failing.tally.series), 0U);
    EXPECT_EQ(failing.tally.first_error, "failed: the script says so");

    Bench missing(always(ms, Status::not_found), checks);
    missing.run({.end_ns = second});
    EXPECT_EQ(missing.tally.response.count(), 0U);
    EXPECT_EQ(outcome(missing.tally, Outcome::not_found), 1000U);
  }
}

TEST(PlainLoop, CountsEachKindOfOutcomeApartAndOnlyOkInTheTimes) {
  constexpr Status statuses[] = {Status::ok,      Status::not_found, Status::conflict,
                                 Status::refused, Status::timeout,   Status::unknown,
                                 Status::failed,  Status::pending};
  Bench bench([&](std::uint64_t operation) { return Answer{ms, statuses[operation % 8]}; }, true);
  bench.run({.end_ns = 100 * second, .operations = 80});
  EXPECT_EQ(bench.tally.response.count(), 10U);
  EXPECT_EQ(outcome(bench.tally, Outcome::ok), 10U);
  EXPECT_EQ(outcome(bench.tally, Outcome::timeout), 10U);
  EXPECT_EQ(outcome(bench.tally, Outcome::unknown), 10U);
  EXPECT_EQ(outcome(bench.tally, Outcome::failed), 20U);  // a plain session must not say pending
  EXPECT_EQ(bench.tally.first_error, "not_found: the script says so");
  EXPECT_DOUBLE_EQ(counted_seconds(bench.tally), 0.08);
}

TEST(PlainLoop, CountsAWrongValueAsNoOperation) {
  Bench bench(always(ms), true);
  bench.work.find_wrong(10);
  bench.run({.end_ns = second});
  EXPECT_EQ(bench.tally.response.count(), 900U);
  EXPECT_EQ(outcome(bench.tally, Outcome::wrong_value), 100U);
  EXPECT_EQ(bench.tally.first_error, "wrong_value");
}

TEST(PlainLoop, Row18MovesTheBackendsCounterByWhatItReportsOnTheRealClock) {
  SimulatedClock unused;
  BlockingBackend backend(unused, always(0));
  BlockingWork work(unused, backend, true);
  const Lane lane{&backend, &work};
  const std::int64_t start_ns = now_ns();
  Pulse pulse;
  Tally tally;
  run_plain({&lane, 1},
            {.start_ns = start_ns, .measure_ns = start_ns, .end_ns = start_ns + 500 * ms}, {false},
            pulse, tally);
  EXPECT_GT(tally.response.count(), 0U);
  EXPECT_EQ(backend.calls(), tally.response.count());
  EXPECT_EQ(backend.calls(), pulse.operations);
  EXPECT_GE(tally.first_ns, start_ns);
  EXPECT_LE(pulse.last_ns, now_ns());
  EXPECT_EQ(pulse.last_ns, tally.last_ns);
}

TEST(PlainLoop, StartsAtItsStart) {
  Bench bench(always(ms));
  bench.run({.start_ns = 7 * second, .measure_ns = 7 * second, .end_ns = 8 * second});
  EXPECT_EQ(bench.tally.first_ns, 7 * second);
  EXPECT_EQ(bench.tally.last_ns, 8 * second);
}

TEST(PlainLoop, StartsNothingAtOrAfterItsEndAndCountsWhatIsUnderWay) {
  Bench bench(always(300 * ms));
  bench.run({.end_ns = second});
  EXPECT_EQ(bench.backend.calls(), 4U);  // begun at 0, 300, 600 and 900 ms
  EXPECT_EQ(bench.tally.response.count(), 4U);
  EXPECT_EQ(bench.tally.last_ns, 1200 * ms);
  EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{4}));
}

TEST(PlainLoop, EndsAtItsDeadlineBeforeTheNumberAskedFor) {
  Bench bench(always(ms));
  bench.run({.end_ns = second, .operations = 1'000'000});
  EXPECT_EQ(bench.tally.response.count(), 1000U);
}

TEST(PlainLoop, StopsWhenAskedAndKeepsWhatWasFinished) {
  std::atomic<bool>* stop = nullptr;
  Bench bench([&stop](std::uint64_t operation) {
    *stop = operation == 499;
    return Answer{ms};
  });
  stop = &bench.stop;
  bench.run({.end_ns = 10 * second});
  EXPECT_EQ(bench.tally.response.count(), 500U);
  EXPECT_EQ(outcome(bench.tally, Outcome::ok), 500U);
  EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{500}));
}

TEST(PlainLoop, LetsThroughWhatAPluginThrows) {
  Bench bench([](std::uint64_t operation) -> Answer {
    if (operation == 10) {
      throw std::runtime_error("out of cheese");
    }
    return {ms};
  });
  EXPECT_THROW(bench.run({.end_ns = second}), std::runtime_error);
}

TEST(PlainLoop, ReturnsAtOnceWithoutLanes) {
  Pulse pulse;
  Tally tally;
  SimulatedClock clock;
  run_plain_on(clock, {}, {.end_ns = second}, {false}, pulse, tally);
  EXPECT_EQ(tally.response.count(), 0U);
}

}  // namespace
}  // namespace assay::engine
