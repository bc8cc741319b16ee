// The pipelined loop on simulated time: every figure is computed by hand.
#include "engine/pipelined_loop.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "assay/types.h"
#include "simulated.h"

namespace assay::engine {
namespace {

using workload::Outcome;
using PipelinedWork = WatchedWork<PipelinedBackend>;

std::uint64_t sum(const std::vector<std::uint64_t>& series) {
  return std::accumulate(series.begin(), series.end(), std::uint64_t{0});
}

// One or more lanes on one thread. Several lanes do not block, and each clock reading costs 20 us,
// so that time goes on.
struct Bench {
  explicit Bench(Script script, bool checks = false, std::size_t lanes = 1,
                 std::uint32_t slots = 64, PipelinedWork::Times times = {})
      : clock(lanes > 1 ? 20'000 : 0) {
    for (std::size_t i = 0; i < lanes; ++i) {
      backends.push_back(std::make_unique<PipelinedBackend>(clock, script, lanes == 1));
      works.push_back(
          std::make_unique<PipelinedWork>(clock, *backends.back(), checks, slots, times));
      this->lanes.push_back({backends.back().get(), works.back().get()});
    }
  }

  void run(std::uint32_t depth, const Window& window) {
    run_pipelined_on(clock, lanes, depth, window, stop, pulse, tally);
  }

  std::uint64_t calls() const {
    return std::accumulate(backends.begin(), backends.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& each) { return sum + each->calls(); });
  }

  SimulatedClock clock;
  std::vector<std::unique_ptr<PipelinedBackend>> backends;
  std::vector<std::unique_ptr<PipelinedWork>> works;
  std::vector<Lane> lanes;
  std::atomic<bool> stop{false};
  Pulse pulse;
  Tally tally;
};

std::int64_t traced(std::uint64_t operation) {
  return static_cast<std::int64_t>((operation * 7919 % 1000 + 1) * 1000);
}

Histogram histogram_of_trace() {
  Histogram histogram;
  for (std::uint64_t operation = 0; operation < 1000; ++operation) {
    histogram.record(traced(operation));
  }
  return histogram;
}

TEST(PipelinedLoop, Row7ReportsTheTraceThatItReplays) {
  for (const bool checks : {false, true}) {
    Bench bench([](std::uint64_t operation) { return Answer{traced(operation)}; }, checks, 1, 64,
                {.make_ns = 3 * ms, .check_ns = 5 * ms});
    bench.run(1, {.end_ns = 1000 * second, .operations = 1000});
    expect_equal(bench.tally.response, histogram_of_trace());
    EXPECT_EQ(bench.tally.service.count(), 0U);
    EXPECT_TRUE(bench.works[0]->kept_order());
    EXPECT_EQ(bench.works[0]->checked(), checks ? 1000U : 0U);
  }
}

// A backend that needs 1 ms for each and always has four waits 4 ms for each, as Little's law says.
TEST(PipelinedLoop, Row7ChargesTheTimeBehindOthersInThePipeline) {
  Bench bench(always(ms), true);
  bench.run(4, {.measure_ns = second, .end_ns = 3 * second});
  EXPECT_EQ(bench.tally.response.min_ns(), 4 * ms);
  EXPECT_EQ(bench.tally.response.max_ns(), 4 * ms);
  EXPECT_EQ(bench.backends[0]->most_in_flight(), 4U);
}

TEST(PipelinedLoop, Row1SecondsAddUpToTheOperationsAndNoneIsHuge) {
  Bench bench(
      [](std::uint64_t operation) { return Answer{operation % 2000 == 1999 ? 2'500 * ms : ms}; });
  bench.run(8, {.measure_ns = 700 * ms, .end_ns = 12 * second + 700 * ms});
  EXPECT_EQ(bench.tally.series.size(), 12U);
  EXPECT_EQ(sum(bench.tally.series), bench.tally.response.count());
  for (const std::uint64_t operations : bench.tally.series) {
    EXPECT_LE(operations, 1008U);
  }
  EXPECT_GE(std::count(bench.tally.series.begin(), bench.tally.series.end(), 0U), 3);
}

TEST(PipelinedLoop, Row2TheRateIsTheSameWithAndWithoutWarmUp) {
  Bench without(always(ms));
  without.run(16, {.end_ns = 5 * second});
  Bench with([](std::uint64_t operation) { return Answer{operation < 30'000 ? ms / 10 : ms}; });
  with.run(16, {.measure_ns = 4 * second, .end_ns = 9 * second});
  for (const Bench* bench : {&without, &with}) {
    const auto operations = static_cast<double>(bench->tally.response.count());
    EXPECT_NEAR(operations, 5000, 16);
    EXPECT_NEAR(operations / counted_seconds(bench->tally), 1000, 4);
    EXPECT_EQ(bench->tally.response.min_ns(), bench == &without ? ms : 16 * ms);
  }
}

TEST(PipelinedLoop, Row3ShowsNoDipWhereTheWarmUpEnds) {
  Bench bench(always(ms), true);
  bench.run(8, {.measure_ns = 2 * second, .end_ns = 6 * second});
  ASSERT_EQ(bench.tally.series.size(), 4U);
  for (const std::uint64_t operations : bench.tally.series) {
    EXPECT_NEAR(static_cast<double>(operations), 1000, 8);  // those in flight at the boundary
  }
  EXPECT_EQ(bench.pulse.operations, 6007U);
}

TEST(PipelinedLoop, Row4TheBackendCountsWarmUpAndCountedOperations) {
  for (const std::size_t lanes : {1, 5}) {
    Bench bench(always(ms), true, lanes);
    bench.run(8, {.measure_ns = second, .end_ns = 2 * second});
    EXPECT_EQ(bench.calls(), bench.pulse.operations);
    EXPECT_GT(bench.tally.response.count(), 900 * lanes);
    // Counted are those begun in the window: not more than in flight differ from the half.
    EXPECT_NEAR(static_cast<double>(bench.tally.response.count()),
                static_cast<double>(bench.calls()) / 2, static_cast<double>(8 * lanes));
  }
}

TEST(PipelinedLoop, Row4StartsAndCountsExactlyTheNumberAskedFor) {
  for (const std::uint64_t share : {1, 10, 101, 640}) {
    for (const std::size_t lanes : {1, 2, 7}) {
      for (const std::uint32_t depth : {1, 10, 64}) {
        for (const bool checks : {false, true}) {
          Bench bench(always(ms / 10), checks, lanes);
          bench.run(depth, {.end_ns = 1000 * second, .operations = share});
          ASSERT_EQ(bench.calls(), share) << lanes << " lanes, depth " << depth;
          ASSERT_EQ(bench.tally.response.count(), share);
          ASSERT_EQ(bench.pulse.operations, share);
        }
      }
    }
  }
}

TEST(PipelinedLoop, Row4CountsTheNumberAskedForAfterTheWarmUp) {
  for (const std::size_t lanes : {1, 3}) {
    Bench bench(always(ms), true, lanes);
    bench.run(10, {.measure_ns = second, .end_ns = 1000 * second, .operations = 100});
    EXPECT_EQ(bench.tally.response.count(), 100U);
    EXPECT_EQ(bench.calls(), bench.pulse.operations);
    EXPECT_GT(bench.calls(), 1000U);
  }
}

TEST(PipelinedLoop, Row4GivesNoRateWhenOperationsTakeNoTime) {
  Bench bench(always(0));
  bench.run(4, {.end_ns = second, .operations = 100});
  EXPECT_EQ(bench.tally.response.count(), 100U);
  EXPECT_THROW(counted_seconds(bench.tally), Error);
}

TEST(PipelinedLoop, Row5LeavesAnEmptyWindowEmpty) {
  Bench bench(always(ms));
  bench.run(4, {.start_ns = second, .measure_ns = 2 * second, .end_ns = 2 * second});
  EXPECT_EQ(bench.tally.response.count(), 0U);
  EXPECT_EQ(sum(bench.tally.series), 0U);
  EXPECT_EQ(bench.tally.first_ns, 0);
  EXPECT_EQ(bench.tally.last_ns, 0);
}

TEST(PipelinedLoop, Row6FourThreadsGiveTheSameFiguresAsOneAndDropNoSample) {
  std::vector<Tally> tallies(4);
  std::vector<std::thread> threads;
  for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
    threads.emplace_back([&tallies, quarter] {
      Bench bench(
          [quarter](std::uint64_t operation) { return Answer{traced(quarter * 250 + operation)}; });
      bench.run(1, {.end_ns = 1000 * second, .operations = 250});
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
}

TEST(PipelinedLoop, Row13CountsNoOperationOfABackendThatAlwaysFails) {
  for (const Status status : {Status::failed, Status::not_found}) {
    for (const bool checks : {false, true}) {
      Bench bench(always(ms, status), checks);
      bench.run(4, {.end_ns = second});
      EXPECT_EQ(bench.tally.response.count(), 0U);
      EXPECT_EQ(outcome(bench.tally, Outcome::ok), 0U);
      EXPECT_EQ(outcome(bench.tally, workload::outcome_of(status)), 1003U);
      EXPECT_EQ(sum(bench.tally.series), 0U);
      EXPECT_EQ(bench.tally.first_error, std::string(name(status)) + ": the script says so");
    }
  }
}

TEST(PipelinedLoop, FinishesAndCountsWhatIsInFlightAtItsEnd) {
  Bench bench(always(300 * ms));
  bench.run(2, {.end_ns = second});
  // Two begin at 0, then one as each is answered, at 300, 600 and 900 ms.
  EXPECT_EQ(bench.calls(), 5U);
  EXPECT_EQ(bench.tally.response.count(), 5U);
  EXPECT_EQ(bench.tally.last_ns, 1500 * ms);
}

TEST(PipelinedLoop, KeepsEveryDepthFullAndEverySlotInOrder) {
  for (const std::uint32_t depth : {1, 2, 3, 5, 17, 64}) {
    for (const std::uint32_t slots : {64, 128}) {
      for (const std::size_t lanes : {1, 3}) {
        Bench bench(always(ms), true, lanes, slots);
        bench.run(depth, {.end_ns = 2 * second});
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          ASSERT_TRUE(bench.works[lane]->kept_order()) << depth << " " << slots;
          ASSERT_EQ(bench.backends[lane]->most_in_flight(), depth);
          ASSERT_NEAR(static_cast<double>(bench.backends[lane]->calls()), 2000 + depth,
                      lanes == 1 ? 1 : 200);
        }
      }
    }
  }
}

TEST(PipelinedLoop, EndsWhatWasInFlightOnADeadConnectionAsUnknown) {
  for (const bool checks : {false, true}) {
    Bench bench(always(ms), checks);
    bench.backends[0]->die_after(100);
    bench.run(8, {.end_ns = 1000 * second});
    EXPECT_EQ(bench.tally.response.count(), 100U);
    EXPECT_EQ(outcome(bench.tally, Outcome::unknown), bench.calls() - 100);
    EXPECT_EQ(bench.tally.first_error, "unknown: connection reset");
    EXPECT_EQ(bench.tally.lost_connections, 1U);
    EXPECT_LT(bench.clock.time_ns(), second);
  }
}

TEST(PipelinedLoop, GoesOnWithTheOtherLanesWhenAConnectionDies) {
  Bench bench(always(ms), true, 3);
  bench.backends[1]->die_after(50);
  bench.run(4, {.end_ns = second});
  EXPECT_EQ(outcome(bench.tally, Outcome::unknown), bench.backends[1]->calls() - 50);
  EXPECT_GT(outcome(bench.tally, Outcome::unknown), 0U);
  EXPECT_GT(bench.backends[0]->calls(), 900U);
  EXPECT_GT(bench.backends[2]->calls(), 900U);
  EXPECT_EQ(bench.calls(), bench.pulse.operations);
  EXPECT_EQ(bench.tally.lost_connections, 1U);
}

TEST(PipelinedLoop, CountsAllThatFinishedAndWhatMayNotHaveHappened) {
  for (const Status status : {Status::ok, Status::not_found, Status::timeout, Status::failed}) {
    Bench bench([=](std::uint64_t operation) {
      return Answer{ms, operation % 2 == 0 ? Status::ok : status};
    });
    bench.run(4, {.measure_ns = second, .end_ns = 2 * second});
    EXPECT_EQ(bench.tally.finished, bench.calls());
    EXPECT_EQ(bench.tally.doubtful,
              status == Status::timeout || status == Status::failed ? bench.calls() / 2 : 0);
  }
}

TEST(PipelinedLoop, ShowsAConnectionThatDiedInTheWarmUp) {
  Bench bench(always(ms), true, 2);
  bench.backends[0]->die_after(10);
  bench.run(4, {.measure_ns = second, .end_ns = 2 * second});
  EXPECT_GT(outcome(bench.tally, Outcome::unknown), 0U);
  EXPECT_EQ(bench.tally.first_error, "unknown: connection reset");
  EXPECT_EQ(bench.tally.lost_connections, 1U);
  EXPECT_GE(bench.tally.first_ns, second);
}

TEST(PipelinedLoop, StopsWhenAskedAndKeepsWhatWasFinished) {
  for (const std::size_t lanes : {1, 2}) {
    std::atomic<bool>* stop = nullptr;
    Bench bench(
        [&stop](std::uint64_t operation) {
          *stop = *stop || operation == 499;
          return Answer{ms};
        },
        false, lanes);
    stop = &bench.stop;
    bench.run(4, {.end_ns = 1000 * second});
    EXPECT_NEAR(static_cast<double>(bench.tally.response.count()), 500.0 * lanes, 8.0 * lanes);
    EXPECT_LT(bench.clock.time_ns(), second);
  }
}

TEST(PipelinedLoop, LetsThroughWhatAPluginThrows) {
  Bench bench([](std::uint64_t operation) -> Answer {
    if (operation == 10) {
      throw std::runtime_error("out of cheese");
    }
    return {ms};
  });
  EXPECT_THROW(bench.run(4, {.end_ns = second}), std::runtime_error);
}

TEST(PipelinedLoop, TakesAnswersThatComeAtOnce) {
  SimulatedClock clock;
  BlockingBackend backend(clock, always(ms));
  for (const bool checks : {false, true}) {
    WatchedWork<BlockingBackend> work(clock, backend, checks, 64, {.make_ns = 3 * ms});
    const Lane lane{&backend, &work};
    Pulse pulse;
    Tally tally;
    const std::uint64_t before = backend.calls();
    run_pipelined_on(clock, {&lane, 1}, 4, {.end_ns = 1000 * second, .operations = 1000}, {false},
                     pulse, tally);
    EXPECT_EQ(backend.calls() - before, 1000U);
    EXPECT_EQ(tally.response.count(), 1000U);
    EXPECT_EQ(tally.response.min_ns(), ms);
    EXPECT_EQ(tally.response.max_ns(), ms);
    EXPECT_TRUE(work.kept_order());
  }
}

}  // namespace
}  // namespace assay::engine
