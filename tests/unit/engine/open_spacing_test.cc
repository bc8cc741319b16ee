// When an open loop really sends, on the real clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/clock.h"
#include "engine/load_loop.h"

namespace assay::engine {
namespace {

constexpr double per_second = 50'000;
constexpr double mean_gap_ns = 1e9 / per_second;
constexpr std::int64_t window_ns = 1'000'000'000;

// Answers at once.
class InstantSession final : public Session {
 public:
  Bytes last_error() const override { return {}; }

  Facts facts() override { return {}; }
};

// Remembers when it was asked.
class TimedWork final : public workload::Work {
 public:
  std::uint32_t slots() const override { return 64; }

  void make(std::uint32_t /*first*/, std::uint32_t /*count*/) override {}

  Status issue(std::uint32_t /*slot*/, Reply& /*reply*/) override {
    sent_ns_.push_back(now_ns());
    return Status::ok;
  }

  bool checks() const override { return false; }

  workload::Outcome check(std::uint32_t /*slot*/, Status /*status*/,
                          const Reply& /*reply*/) override {
    return workload::Outcome::ok;
  }

  workload::Verdict verify(std::uint64_t /*most*/) override { return {}; }

  // The gap that a share of all is at most as long as.
  double gap_ns(double share) const {
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < sent_ns_.size(); ++i) {
      gaps.push_back(sent_ns_[i] - sent_ns_[i - 1]);
    }
    std::sort(gaps.begin(), gaps.end());
    return static_cast<double>(
        gaps.at(static_cast<std::size_t>(share * static_cast<double>(gaps.size()))));
  }

  std::size_t sent() const { return sent_ns_.size(); }

 private:
  std::vector<std::int64_t> sent_ns_;
};

// A window of the plain loop, or of the event loop at a depth above 0.
void run_window(TimedWork& work, std::uint32_t depth, bool poisson = false) {
  InstantSession session;
  const Lane lane{&session, &work};
  const std::int64_t start_ns = now_ns() + 1'000'000;
  const Window window{
      .start_ns = start_ns,
      .measure_ns = start_ns,
      .end_ns = start_ns + window_ns,
      .offer = Offer{
          .per_second = per_second, .poisson = poisson, .spin_ns = 200'000, .drain_ns = window_ns}};
  const std::atomic<bool> stop{false};
  Pulse pulse;
  Tally tally;
  if (depth == 0) {
    run_plain({&lane, 1}, window, stop, pulse, tally);
  } else {
    run_pipelined({&lane, 1}, depth, window, stop, pulse, tally);
  }
}

TEST(OpenSpacing, Row10SendsEvenlyAtFiftyThousandASecondAndNeverInBursts) {
  TimedWork work;
  run_window(work, 0);
  EXPECT_EQ(work.sent(), 50'000U);
  EXPECT_LT(work.gap_ns(0.99), 10 * mean_gap_ns);
  EXPECT_GT(work.gap_ns(0.5), 0.5 * mean_gap_ns) << "most follow their schedule, not one another";
}

TEST(OpenSpacing, Row10AlsoInTheEventLoop) {
  TimedWork work;
  run_window(work, 4);
  EXPECT_EQ(work.sent(), 50'000U);
  EXPECT_LT(work.gap_ns(0.99), 10 * mean_gap_ns);
  EXPECT_GT(work.gap_ns(0.5), 0.5 * mean_gap_ns);
}

// Exponential gaps: half are under 0.69 of the mean, one of a hundred over 4.6.
TEST(OpenSpacing, Row10PoissonGapsAreAsFarApartAsTheirFormulaSays) {
  TimedWork work;
  run_window(work, 0, true);
  EXPECT_NEAR(static_cast<double>(work.sent()), 50'000, 5 * std::sqrt(50'000));
  EXPECT_LT(work.gap_ns(0.99), 10 * mean_gap_ns);
  EXPECT_LT(work.gap_ns(0.5), mean_gap_ns);
}

}  // namespace
}  // namespace assay::engine
