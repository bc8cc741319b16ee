#include "workload/zipfian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace assay::workload {
namespace {

TEST(Zeta, IsTheSum) {
  EXPECT_DOUBLE_EQ(zeta(1, 0.99), 1.0);
  EXPECT_NEAR(zeta(2, 0.5), 1.7071067811865475, 1e-15);
  for (const double theta : {0.01, 0.5, 0.99, 0.999}) {
    double sum = 0;
    for (int i = 1; i <= 200'000; ++i) {
      sum += std::pow(i, -theta);
    }
    EXPECT_NEAR(zeta(200'000, theta) / sum, 1, 1e-11) << theta;
  }
}

TEST(Power, HasSevenDigits) {
  for (const double exponent : {0.5, 1.01, 2.0, 100.0, 1000.0}) {
    for (double base = 1; base > 1e-4; base *= 0.9973) {
      const double expected = std::max(std::pow(base, exponent), 0x1p-1000);
      ASSERT_NEAR(Power::shared()(base, exponent) / expected, 1, 5e-7) << base << "^" << exponent;
    }
  }
  EXPECT_LT(Power::shared()(-0.1, 2), 1e-300);
}

class ZipfianFrequencies : public testing::TestWithParam<double> {};

// The cumulated frequencies against the formula: exact for the two most popular ranks, and for
// the others as far off as the continuous inverse is from the sum: 1.42 % of the draws at 0.99
// (computed apart).
TEST_P(ZipfianFrequencies, FollowTheFormula) {
  constexpr std::size_t items = 10'000;
  constexpr int draws = 1'000'000;
  const double theta = GetParam();
  Random random(11, 0, 0);
  const Zipfian zipfian(items, theta);
  std::vector<int> counts(items);
  for (int i = 0; i < draws; ++i) {
    ++counts.at(zipfian.draw_rank(random));
  }
  const double sum = zeta(items, theta);
  double drawn = 0;
  double expected = 0;
  double farthest = 0;
  for (std::size_t rank = 0; rank < items; ++rank) {
    const double probability = std::pow(static_cast<double>(rank + 1), -theta) / sum;
    if (rank < 2) {
      EXPECT_NEAR(counts[rank], draws * probability,
                  4 * std::sqrt(draws * probability * (1 - probability)))
          << rank;
    }
    drawn += static_cast<double>(counts[rank]) / draws;
    expected += probability;
    farthest = std::max(farthest, std::abs(drawn - expected));
  }
  EXPECT_LT(farthest, 0.016);
}

INSTANTIATE_TEST_SUITE_P(Skews, ZipfianFrequencies, testing::Values(0.2, 0.5, 0.8, 0.99));

TEST(Zipfian, GivesEachRankAnItemOfItsOwn) {
  for (const std::uint64_t items : {1U, 2U, 3U, 10U, 4096U, 10'007U}) {
    const Zipfian zipfian(items, 0.99);
    std::set<std::uint64_t> seen;
    for (std::uint64_t rank = 0; rank < items; ++rank) {
      seen.insert(zipfian.item_of(rank));
    }
    EXPECT_EQ(seen.size(), items);
    EXPECT_LT(*seen.rbegin(), items);
  }
}

TEST(Zipfian, SpreadsPopularItemsOverAll) {
  const Zipfian zipfian(100'000'000, 0.99);
  std::set<std::uint64_t> popular;
  for (std::uint64_t rank = 0; rank < 100; ++rank) {
    popular.insert(zipfian.item_of(rank));
  }
  std::uint64_t before = *popular.begin();
  popular.erase(popular.begin());
  for (const std::uint64_t item : popular) {
    EXPECT_GT(item - before, 300'000U);  // evenly they would be 1,000,000 apart
    before = item;
  }
}

TEST(Zipfian, StaysInRangeForFewItems) {
  for (const std::uint64_t items : {1U, 2U, 3U}) {
    Random random(5, 0, 0);
    const Zipfian zipfian(items, 0.99);
    std::vector<int> counts(items);
    for (int i = 0; i < 1000; ++i) {
      ++counts.at(zipfian.draw_rank(random));
    }
    EXPECT_GT(counts.back(), 100) << items;
  }
}

}  // namespace
}  // namespace assay::workload
