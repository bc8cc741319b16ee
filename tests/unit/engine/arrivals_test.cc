// The schedules of an open loop against their formulas.
#include "engine/arrivals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace assay::engine {
namespace {

std::vector<std::int64_t> due(const Offer& offer, std::size_t count, std::int64_t start_ns = 0) {
  Arrivals arrivals(offer, start_ns);
  std::vector<std::int64_t> instants;
  for (std::size_t i = 0; i < count; ++i, arrivals.pop()) {
    instants.push_back(arrivals.due_ns());
  }
  return instants;
}

TEST(Arrivals, ConstantRatesNeverDrift) {
  // A third of a nanosecond is lost each time by whoever adds up rounded gaps.
  Arrivals arrivals({.per_second = 3e6}, 1000);
  for (int i = 0; i < 3'000'000; ++i) {
    arrivals.pop();
  }
  EXPECT_EQ(arrivals.due_ns(), 1000 + 1'000'000'000);
}

TEST(Arrivals, ThreadsTakeTurns) {
  std::vector<std::int64_t> all;
  for (std::uint32_t thread = 0; thread < 4; ++thread) {
    const auto own = due({.per_second = 1000, .thread = thread, .threads = 4}, 250, 5);
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i], 5 + static_cast<std::int64_t>(i) * 1'000'000);
  }
}

TEST(Arrivals, PoissonGapsAreExponential) {
  constexpr std::size_t count = 200'000;
  const auto instants = due({.per_second = 1000, .poisson = true, .threads = 4}, count);
  constexpr double mean_ns = 4e6;
  std::vector<double> gaps;
  for (std::size_t i = 1; i < count; ++i) {
    gaps.push_back(static_cast<double>(instants[i] - instants[i - 1]));
  }
  double sum = 0;
  for (const double gap : gaps) {
    sum += gap;
  }
  EXPECT_NEAR(sum / count, mean_ns, 4 * mean_ns / std::sqrt(count));
  // P(gap > x) = exp(-x / mean), at some x.
  for (const double x : {0.1, 1.0, 3.0}) {
    const auto longer = std::ranges::count_if(gaps, [&](double gap) { return gap > x * mean_ns; });
    const double p = std::exp(-x);
    EXPECT_NEAR(static_cast<double>(longer), count * p, 4 * std::sqrt(count * p * (1 - p))) << x;
  }
}

TEST(Arrivals, PoissonThreadsAndSeedsHaveStreamsOfTheirOwn) {
  const Offer offer{.per_second = 10, .poisson = true, .threads = 2};
  Offer other_thread = offer;
  other_thread.thread = 1;
  Offer other_seed = offer;
  other_seed.seed = 2;
  EXPECT_EQ(due(offer, 10), due(offer, 10));
  EXPECT_NE(due(offer, 10), due(other_thread, 10));
  EXPECT_NE(due(offer, 10), due(other_seed, 10));
}

}  // namespace
}  // namespace assay::engine
