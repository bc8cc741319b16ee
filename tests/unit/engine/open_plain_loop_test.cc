// The open loop over blocking sessions, on simulated time: every figure is computed by hand.
#include <gtest/gtest.h>

#include "engine/plain_loop.h"
#include "simulated.h"

namespace assay::engine {
namespace {

using workload::Outcome;

// One lane whose work looks at every reply.
struct Bench : BlockingBench {
  explicit Bench(Script script, BlockingWork::Times times = {})
      : BlockingBench(std::move(script), true, times) {}
};

constexpr std::int64_t us = 1000;

// At 100/s for 30 s; operation 1000, due at 10 s, takes 5 s; the others take 1 us.
Script stalls() {
  return [](std::uint64_t operation) { return Answer{operation == 1000 ? 5 * second : us}; };
}

TEST(OpenPlainLoop, Row9ChargesAStallToEveryOperationItDelayed) {
  Bench bench(stalls());
  bench.run({.end_ns = 30 * second, .offer = Offer{.per_second = 100}});
  const Histogram& response = bench.tally.response;
  ASSERT_EQ(response.count(), 3000U);
  // Of 3000 operations the 500 due within the stall wait for its end: the one due t after its begin
  // for 5 s - t. So the share that waits longer than x is (5 - x) / 30.
  const auto near = [&](double quantile, std::int64_t expected_ns) {
    EXPECT_NEAR(static_cast<double>(response.at(quantile)), static_cast<double>(expected_ns),
                0.02 * static_cast<double>(expected_ns))
        << quantile;
  };
  near(0.5, us);
  near(0.9, 2 * second);
  near(0.99, 4700 * ms);
  EXPECT_EQ(response.max_ns(), 5 * second);
  // The service took long once.
  EXPECT_EQ(bench.tally.service.at(0.999), us);
  EXPECT_EQ(bench.tally.service.max_ns(), 5 * second);
  // No slot was free for the 499 due within it, nor for the one due at its end, which comes after
  // them: no fault of the generator.
  EXPECT_EQ(bench.tally.waited, 500U);
  EXPECT_EQ(bench.tally.generator.max_ns(), 0);
  EXPECT_EQ(bench.tally.unsent, 0U);
}

TEST(OpenPlainLoop, Row9AClosedLoopSeesTheStallOnce) {
  Bench bench(
      [](std::uint64_t operation) { return Answer{operation == 1000 ? 5 * second : 10 * ms}; });
  bench.run({.end_ns = 30 * second});
  EXPECT_NEAR(static_cast<double>(bench.tally.response.at(0.99)), 10.0 * ms, 0.001 * 10 * ms);
  EXPECT_EQ(bench.tally.response.max_ns(), 5 * second);
}

TEST(OpenPlainLoop, Row22ALateGeneratorIsToldFromABusySystemAndCountsAllTheSame) {
  // Making takes 3 ms of the 2 ms between two operations.
  Bench bench(always(us), {.make_ns = 3 * ms});
  bench.run({.end_ns = second, .offer = Offer{.per_second = 500, .drain_ns = second}});
  EXPECT_EQ(bench.tally.response.count(), 500U);
  // All that an operation is late is the generator's, what it owes to those before included.
  EXPECT_EQ(bench.tally.waited, 0U);
  EXPECT_GT(bench.tally.generator.at(0.5), 200 * ms);
  EXPECT_GT(bench.tally.lag_ns, 450 * ms);
  EXPECT_NEAR(static_cast<double>(bench.tally.response.at(0.5)),
              static_cast<double>(bench.tally.generator.at(0.5) + us), 1e6);
  EXPECT_EQ(bench.tally.service.max_ns(), us);
}

TEST(OpenPlainLoop, Row22WhatPilesUpWhileTheGeneratorIsHeldUpIsTheGeneratorsToo) {
  // At 1000/s with 1 us of service; operation 200 is made 50 ms late: 50 are due meanwhile.
  Bench bench(always(us));
  std::uint64_t made = 0;
  bench.work.on_make([&] { bench.clock.advance(++made == 200 ? 50 * ms : 0); });
  bench.run({.end_ns = second, .offer = Offer{.per_second = 1000}});
  EXPECT_EQ(bench.tally.waited, 0U);
  EXPECT_EQ(bench.tally.generator.count_over(ms), 49U);
  EXPECT_NEAR(static_cast<double>(bench.tally.generator.max_ns()), 49e6, 1e6);
  EXPECT_EQ(bench.tally.lag_ns, 0) << "it has caught up";
}

TEST(OpenPlainLoop, ASystemsBacklogIsNotTheGeneratorsThoughItWorksInBetween) {
  // 2 us of making and checking each, over a backlog of a thousand operations.
  Bench bench([](std::uint64_t operation) { return Answer{operation == 0 ? second : us}; },
              {.make_ns = us, .check_ns = us});
  bench.run({.end_ns = 2 * second, .offer = Offer{.per_second = 1000}});
  EXPECT_GE(bench.tally.waited, 1000U);
  EXPECT_LT(bench.tally.generator.max_ns(), 10 * us);
}

TEST(OpenPlainLoop, WhatIsStillWaitingAfterTheDrainIsUnsent) {
  // 100/s are offered and 50/s are possible: 1 s and a drain of 0.1 s finish 55 of 100.
  Bench bench(always(20 * ms));
  bench.run({.end_ns = second, .offer = Offer{.per_second = 100, .drain_ns = 100 * ms}});
  EXPECT_EQ(bench.tally.response.count(), 55U);
  EXPECT_EQ(bench.tally.unsent, 45U);
  EXPECT_EQ(bench.tally.waited, 54U);
}

TEST(OpenPlainLoop, CountsWhatIsDueInTheWindowAndTakesTheRateOverAllOfIt) {
  Bench bench(always(us));
  bench.run({.measure_ns = second, .end_ns = 3 * second, .offer = Offer{.per_second = 10}});
  EXPECT_EQ(bench.tally.response.count(), 20U);
  EXPECT_EQ(bench.pulse.operations, 30U);
  EXPECT_DOUBLE_EQ(counted_seconds(bench.tally), 2);
  EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{10, 10}));
}

TEST(OpenPlainLoop, Row12FailuresAreInNoRateAndNoTime) {
  // Every fifth is refused at once.
  Bench bench([](std::uint64_t operation) {
    return operation % 5 == 0 ? Answer{0, Status::refused} : Answer{us, Status::ok};
  });
  bench.run({.end_ns = second, .offer = Offer{.per_second = 1000}});
  EXPECT_EQ(bench.tally.response.count(), 800U);
  EXPECT_EQ(bench.tally.service.count(), 800U);
  EXPECT_EQ(bench.tally.response.min_ns(), us);
  EXPECT_EQ(outcome(bench.tally, Outcome::refused), 200U);
  EXPECT_EQ(bench.tally.generator.count(), 1000U);
}

TEST(OpenPlainLoop, KeepsMakeIssueCheckInOrderOverAllSlots) {
  Bench bench(always(us), {.make_ns = us, .check_ns = us});
  bench.run({.end_ns = second, .offer = Offer{.per_second = 1000}});
  EXPECT_TRUE(bench.work.kept_order());
  EXPECT_EQ(bench.work.checked(), 1000U);
}

}  // namespace
}  // namespace assay::engine
