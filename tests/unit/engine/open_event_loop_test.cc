// The open loop on real sockets, the real clock and a real event loop.
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <thread>
#include <vector>

#include "echo_server.h"
#include "engine/clock.h"
#include "engine/load_loop.h"

namespace assay::engine {
namespace {

using workload::Outcome;

struct OpenBench : EchoBench {
  explicit OpenBench(std::size_t connections, const EchoServer::Behaviour& behaviour = {})
      : EchoBench(connections, behaviour, true, false) {}

  // A quarter of a second of that load.
  void run(std::uint32_t depth, const Offer& offer) {
    const std::int64_t now = now_ns();
    EchoBench::run(
        depth, {.start_ns = now, .measure_ns = now, .end_ns = now + 250'000'000, .offer = offer});
  }

  std::uint64_t ok() const { return tally.outcomes[0]; }
};

TEST(OpenEventLoop, SendsWhatIsDueAtEveryDepthAndNumberOfConnections) {
  for (const std::size_t connections : {1, 2, 9}) {
    for (const std::uint32_t depth : {1, 7}) {
      OpenBench bench(connections);
      bench.run(depth, {.per_second = 4000, .drain_ns = 1'000'000'000});
      EXPECT_EQ(bench.server.frames(), 1000U);
      EXPECT_EQ(bench.ok(), 1000U);
      EXPECT_EQ(bench.tally.generator.count(), 1000U);
      EXPECT_EQ(bench.tally.service.count(), 1000U);
      EXPECT_EQ(bench.tally.unsent, 0U);
    }
  }
}

TEST(OpenEventLoop, SharesTheLoadAmongItsConnections) {
  OpenBench bench(8);
  bench.run(2, {.per_second = 4000, .poisson = true, .drain_ns = 1'000'000'000});
  EXPECT_NEAR(static_cast<double>(bench.ok()), 1000, 4 * 32);
  for (const EchoSession& session : bench.sessions) {
    EXPECT_GT(session.receives(), 20U);
  }
}

TEST(OpenEventLoop, AServerThatStopsAnsweringHoldsBackWhatHasNoSlot) {
  // One of two connections never answers: its two slots are taken for good, and the end of the
  // window does not wait for them longer than it is told to.
  OpenBench bench(2, {.silent_from = 1});
  std::jthread ends([&bench] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    bench.stop = true;
  });
  bench.run(2, {.per_second = 400, .drain_ns = 50'000'000});
  EXPECT_EQ(bench.ok() + 2, 100U);
}

TEST(OpenEventLoop, EndsADeadConnectionsOperationsAsUnknownAndGoesOnWithTheOthers) {
  OpenBench bench(3, {.close_after = 20});
  bench.run(2, {.per_second = 4000, .drain_ns = 1'000'000'000});
  const std::uint64_t unknown = bench.tally.outcomes[static_cast<std::size_t>(Outcome::unknown)];
  EXPECT_GE(unknown, 1U);
  EXPECT_LE(unknown, 2U);
  EXPECT_GE(bench.ok() + unknown, 1000U);
  EXPECT_EQ(bench.tally.unsent, 0U);
}

TEST(OpenEventLoop, AllConnectionsDeadLeavesTheRestUnsent) {
  OpenBench bench(1, {.close_after = 20});
  bench.run(1, {.per_second = 4000});
  EXPECT_LE(bench.ok(), 20U);
  EXPECT_GT(bench.tally.unsent, 900U);
}

}  // namespace
}  // namespace assay::engine
