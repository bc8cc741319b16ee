// Waiting for descriptors and timers, on real pipes and the real clock.
#include "engine/poller.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "engine/clock.h"

namespace assay::engine {
namespace {

class PollerTest : public testing::Test {
 protected:
  PollerTest() { EXPECT_EQ(pipe(ends_.data()), 0); }

  ~PollerTest() override {
    close(ends_[0]);
    close(ends_[1]);
  }

  std::vector<std::uint32_t> wait(std::int64_t at_most_ns) {
    const auto ready = poller_.wait(clock_.now(), at_most_ns, clock_);
    return {ready.begin(), ready.end()};
  }

  void watch(std::uint32_t lane, const Wait& wait) { poller_.watch(lane, wait, now_ns()); }

  std::array<int, 2> ends_{};  // to read, to write
  SteadyClock clock_;
  Poller poller_{3};
};

using Lanes = std::vector<std::uint32_t>;

TEST_F(PollerTest, GivesTheLaneWhoseDescriptorIsReady) {
  watch(1, {.fd = ends_[0], .read = true});
  EXPECT_EQ(wait(0), Lanes{});
  EXPECT_EQ(write(ends_[1], "x", 1), 1);
  EXPECT_EQ(wait(most_wait_ns), Lanes{1});
}

TEST_F(PollerTest, FollowsAChangeOfDescriptorAndDirection) {
  watch(1, {.fd = ends_[0], .read = true});
  watch(1, {.fd = ends_[1], .write = true});
  EXPECT_EQ(wait(most_wait_ns), Lanes{1});
  watch(1, {.fd = ends_[1], .read = true});
  EXPECT_EQ(wait(0), Lanes{});
  watch(1, {});
  EXPECT_EQ(write(ends_[1], "x", 1), 1);
  EXPECT_EQ(wait(0), Lanes{});
}

TEST_F(PollerTest, GivesALaneOnceWhenItsTimerHasPassed) {
  watch(2, {.timer_ns = 0});
  EXPECT_EQ(wait(most_wait_ns), Lanes{2});
  EXPECT_EQ(wait(0), Lanes{});
}

TEST_F(PollerTest, GivesALaneOnceWhenDescriptorAndTimerAreBothReady) {
  watch(1, {.fd = ends_[1], .write = true, .timer_ns = 0});
  EXPECT_EQ(wait(0), Lanes{1});
}

TEST_F(PollerTest, ForgetsATimerThatWasMovedOrTakenBack) {
  watch(0, {.timer_ns = 0});
  watch(1, {.timer_ns = 0});
  watch(0, {.timer_ns = 60'000'000'000});
  watch(1, {});
  EXPECT_EQ(wait(0), Lanes{});
  watch(0, {.timer_ns = 0});
  EXPECT_EQ(wait(most_wait_ns), Lanes{0});
}

// The real clock is far ahead of this one, and goes on while this one stands.
TEST_F(PollerTest, TakesTimersByTheCallersClock) {
  struct {
    std::int64_t now() const { return now_ns; }

    std::int64_t now_ns = 1000;
  } clock;

  poller_.watch(2, {.timer_ns = 5'000'000}, clock.now());
  const auto ready = [&] {
    const auto lanes = poller_.wait(clock.now(), 0, clock);
    return Lanes(lanes.begin(), lanes.end());
  };
  EXPECT_EQ(ready(), Lanes{});
  clock.now_ns = 5'000'999;
  EXPECT_EQ(ready(), Lanes{});
  clock.now_ns = 5'001'000;
  EXPECT_EQ(ready(), Lanes{2});
}

TEST_F(PollerTest, RefusesADescriptorThatIsNotOpen) {
  EXPECT_THROW(watch(0, {.fd = 987'654, .read = true}), Error);
}

}  // namespace
}  // namespace assay::engine
