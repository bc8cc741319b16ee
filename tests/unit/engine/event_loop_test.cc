// The pipelined loop on real sockets, the real clock and a real event loop.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "echo_server.h"
#include "engine/clock.h"
#include "engine/load_loop.h"

namespace assay::engine {
namespace {

using workload::Outcome;

std::uint64_t outcome(const Tally& tally, Outcome kind) {
  return tally.outcomes[static_cast<std::size_t>(kind)];
}

// A window of so many operations without warm-up.
Window operations(std::uint64_t count) {
  const std::int64_t now = now_ns();
  return {.start_ns = now, .measure_ns = now, .end_ns = now + 60'000'000'000, .operations = count};
}

struct Bench : EchoBench {
  explicit Bench(std::size_t connections, const EchoServer::Behaviour& behaviour = {},
                 bool checks = true)
      : EchoBench(connections, behaviour, checks, connections == 1) {}
};

TEST(EventLoop, Row18TheServerCountsWhatIsReportedAtEveryDepthAndNumberOfConnections) {
  for (const std::size_t connections : {1, 2, 9}) {
    for (const std::uint32_t depth : {1, 2, 7, 64}) {
      Bench bench(connections);
      bench.run(depth, operations(1000));
      EXPECT_EQ(bench.server.frames(), 1000U);
      EXPECT_EQ(bench.tally.response.count(), 1000U);
      EXPECT_EQ(outcome(bench.tally, Outcome::ok), 1000U);
      EXPECT_EQ(outcome(bench.tally, Outcome::wrong_value), 0U);
    }
  }
}

TEST(EventLoop, Drives256ConnectionsAtDepth64OnOneThread) {
  Bench bench(256);
  bench.run(64, operations(40'000));
  EXPECT_EQ(bench.server.frames(), 40'000U);
  EXPECT_EQ(bench.tally.response.count(), 40'000U);
  for (const EchoSession& session : bench.sessions) {
    EXPECT_GT(session.receives(), 0U);
  }
}

TEST(EventLoop, Row4TheServerCountsWarmUpAndCountedOperations) {
  for (const std::size_t connections : {1, 8}) {
    Bench bench(connections, {}, false);
    const std::int64_t now = now_ns();
    bench.run(16, {.start_ns = now, .measure_ns = now + 20'000'000, .end_ns = now + 60'000'000});
    EXPECT_EQ(bench.server.frames(), bench.pulse.operations);
    EXPECT_LT(bench.tally.response.count(), bench.pulse.operations);
    EXPECT_GT(bench.tally.response.count(), 0U);
    EXPECT_GE(bench.tally.first_ns, now + 20'000'000);
    EXPECT_EQ(bench.tally.series, (std::vector<std::uint64_t>{bench.tally.response.count()}));
  }
}

// Frames larger than a socket's buffer: sending goes on when there is room again.
TEST(EventLoop, GoesOnSendingWhatTheSocketDidNotTake) {
  for (const std::size_t connections : {1, 3}) {
    Bench bench(connections, {.frame_bytes = 1'000'000, .asleep = std::chrono::milliseconds(200)});
    bench.run(4, operations(12));
    EXPECT_EQ(bench.tally.response.count(), 12U);
    EXPECT_EQ(bench.server.frames(), 12U);
    EXPECT_GT(bench.sessions[0].short_sends(), 0U);
  }
}

TEST(EventLoop, EndsADeadConnectionsOperationsAsUnknownAndLeavesItAlone) {
  for (const std::size_t connections : {1, 4}) {
    Bench bench(connections, {.close_after = 100});
    bench.run(8, operations(connections == 1 ? 1'000'000 : 5000));
    EXPECT_GT(outcome(bench.tally, Outcome::unknown), 0U);
    EXPECT_LE(outcome(bench.tally, Outcome::unknown), 8U);
    EXPECT_EQ(outcome(bench.tally, Outcome::wrong_value), 0U);
    EXPECT_EQ(bench.tally.first_error, "unknown: the server has gone");
    EXPECT_LE(bench.sessions[0].receives(), 101U);
    if (connections > 1) {
      EXPECT_EQ(bench.tally.response.count() + outcome(bench.tally, Outcome::unknown), 5000U);
    }
  }
}

TEST(EventLoop, TouchesNoLaneThatHasNothingToDo) {
  Bench bench(256, {.silent_from = 1});
  bench.works[0].stop_at(1000, bench.stop);
  bench.run(1, operations(1'000'000));
  EXPECT_EQ(bench.tally.response.count(), 1000U);
  for (std::size_t lane = 1; lane < 256; ++lane) {
    ASSERT_EQ(bench.sessions[lane].receives(), 0U);
  }
}

TEST(EventLoop, StopsWhenAskedWhileNoServerAnswers) {
  Bench bench(2, {.silent_from = 0});
  std::thread stopper([&] {
    while (bench.server.frames() < 8) {
      std::this_thread::yield();
    }
    bench.stop = true;
  });
  bench.run(4, operations(1'000'000));
  stopper.join();
  EXPECT_EQ(bench.tally.response.count(), 0U);
}

// Answers its operations from inside: without a descriptor, either when its timer has passed or
// from a buffer that was filled while sending, which no descriptor announces.
class InnerSession final : public Session {
 public:
  explicit InnerSession(std::int64_t timer_ns) : timer_ns_(timer_ns) {}

  Bytes last_error() const override { return {}; }

  Facts facts() override { return {}; }

  Wait waits() override {
    return {.timer_ns = timer_ns_ > 0 ? std::max<std::int64_t>(due_ns_ - now_ns(), 0) : 1 << 30};
  }

  Status flush() override {
    if (timer_ns_ > 0) {
      due_ns_ = now_ns() + timer_ns_;
    } else {
      ready_ = waiting_;
    }
    return Status::ok;
  }

  Status receive() override {
    ++receives_;
    ready_ = now_ns() >= due_ns_ ? waiting_ : 0;
    return ready_ > 0 ? Status::ok : Status::pending;
  }

  bool take(Status& status, Reply& /*reply*/) override {
    if (ready_ == 0) {
      return false;
    }
    --ready_;
    --waiting_;
    status = Status::ok;
    return true;
  }

  void call() { ++waiting_; }

  std::uint64_t receives() const { return receives_; }

 private:
  std::int64_t timer_ns_;
  std::int64_t due_ns_ = 0;
  std::uint64_t waiting_ = 0;
  std::uint64_t ready_ = 0;
  std::uint64_t receives_ = 0;
};

class InnerWork final : public workload::Work {
 public:
  explicit InnerWork(InnerSession& session) : session_(session) {}

  std::uint32_t slots() const override { return 8; }

  void make(std::uint32_t /*first*/, std::uint32_t /*count*/) override {}

  Status issue(std::uint32_t /*slot*/, Reply& /*reply*/) override {
    session_.call();
    return Status::pending;
  }

  bool checks() const override { return false; }

  Outcome check(std::uint32_t /*slot*/, Status status, const Reply& /*reply*/) override {
    return workload::outcome_of(status);
  }

  workload::Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  InnerSession& session_;
};

struct InnerBench {
  explicit InnerBench(std::size_t count, std::int64_t timer_ns) {
    for (std::size_t i = 0; i < count; ++i) {
      InnerSession& session = sessions.emplace_back(timer_ns);
      lanes.push_back({&session, &works.emplace_back(session)});
    }
    run_pipelined(lanes, 4, operations(100), {false}, pulse, tally);
  }

  std::deque<InnerSession> sessions;
  std::deque<InnerWork> works;
  std::vector<Lane> lanes;
  Pulse pulse;
  Tally tally;
};

TEST(EventLoop, WakesALaneWhenItsTimerHasPassedAndNotBefore) {
  InnerBench bench(2, 2'000'000);
  EXPECT_EQ(bench.tally.response.count(), 100U);
  EXPECT_GE(bench.tally.response.min_ns(), 2'000'000);
  // Four operations a wake-up, two lanes: 25 wake-ups at least; a busy loop would make thousands.
  EXPECT_LE(bench.sessions[0].receives() + bench.sessions[1].receives(), 100U);
}

TEST(EventLoop, TakesRepliesThatNoDescriptorAnnouncesBeforeItWaits) {
  for (const std::size_t lanes : {1, 3}) {
    InnerBench bench(lanes, 0);
    EXPECT_EQ(bench.tally.response.count(), 100U);
    EXPECT_EQ(bench.sessions[0].receives(), 0U);
  }
}

}  // namespace
}  // namespace assay::engine
