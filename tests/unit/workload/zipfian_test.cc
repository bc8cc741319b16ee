#include "workload/zipfian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "zeta.h"

namespace assay::workload {
namespace {

class ZipfianFrequencies : public testing::TestWithParam<double> {};

// Each rank within six standard deviations of its formula, and the cumulated frequencies within
// what Kolmogorov's distribution leaves to one run in a million: 2.7 / sqrt(draws).
void expect_zipfian(const Zipfian& zipfian, std::size_t items, double theta) {
  constexpr int draws = 2'000'000;
  Random random(11, 0, 0);
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
    EXPECT_NEAR(counts[rank], draws * probability,
                6 * std::sqrt(draws * probability * (1 - probability)) + 1)
        << rank;
    drawn += static_cast<double>(counts[rank]) / draws;
    expected += probability;
    farthest = std::max(farthest, std::abs(drawn - expected));
  }
  EXPECT_LT(farthest, 2.7 / std::sqrt(draws));
}

TEST_P(ZipfianFrequencies, FollowTheFormula) {
  expect_zipfian(Zipfian(10'000, GetParam()), 10'000, GetParam());
}

TEST_P(ZipfianFrequencies, FollowTheFormulaAfterGrowingAndShrinking) {
  Zipfian zipfian(900, GetParam());
  for (const std::uint64_t items : {1'000U, 1'200U, 1'201U, 300U, 299U}) {
    zipfian.resize(items);
    expect_zipfian(zipfian, items, GetParam());
  }
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
