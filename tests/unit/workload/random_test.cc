#include "workload/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay::workload {
namespace {

TEST(Random, GivesTheNumbersOfXoshiro256PlusPlusSeededBySplitmix64) {
  Random random(1, 2, 3);
  EXPECT_EQ(random.next(), 0x2b8bfbf4121dd114U);  // computed apart, in Python
  EXPECT_EQ(random.next(), 0xa27c95d7bce49cc7U);
}

TEST(Random, GivesEverySessionAndRoundAStreamOfItsOwn) {
  const auto first = [](std::uint64_t seed, std::uint64_t session, std::uint64_t round) {
    return Random(seed, session, round).next();
  };
  EXPECT_EQ(first(1, 0, 0), first(1, 0, 0));
  EXPECT_NE(first(1, 0, 0), first(2, 0, 0));
  EXPECT_NE(first(1, 0, 0), first(1, 1, 0));
  EXPECT_NE(first(1, 0, 0), first(1, 0, 1));
  EXPECT_NE(first(1, 1, 0), first(1, 0, 1));
}

TEST(Bounded, DrawsEveryValueEquallyOften) {
  constexpr std::size_t bound = 100;
  constexpr double draws = 1e6;
  Random random(7, 0, 0);
  const Bounded bounded(bound);
  std::vector<double> counts(bound);
  for (int i = 0; i < static_cast<int>(draws); ++i) {
    counts.at(bounded.draw(random)) += 1;
  }
  double chi_square = 0;
  for (const double count : counts) {
    const double off = count - draws / bound;
    chi_square += off * off / (draws / bound);
  }
  EXPECT_LT(chi_square, 148.2);  // 99.9 % of 99 degrees of freedom
  EXPECT_GT(chi_square, 56.0);   // and its lower end of 99.98 %: no draw is evened out
}

// A bound of 3/4 of 2^64 makes a multiplication alone give every third value twice as often.
TEST(Bounded, HasNoBiasForHugeBounds) {
  const std::uint64_t bound = std::uint64_t{3} << 62;
  Random random(7, 0, 0);
  const Bounded bounded(bound);
  std::vector<int> counts(3);
  for (int i = 0; i < 30'000; ++i) {
    ++counts.at(bounded.draw(random) % 3);
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, 10'000, 330);  // four standard deviations
  }
}

TEST(Bounded, KnowsOnlyZeroBelowOne) {
  Random random(7, 0, 0);
  EXPECT_EQ(Bounded(1).draw(random), 0U);
}

}  // namespace
}  // namespace assay::workload
