#include "analyse/statistics.h"

#include <gtest/gtest.h>

#include <vector>

#include "analyse/analyse.h"

namespace assay::analyse {
namespace {

TEST(IntervalRank, IsTheTextbooksForSmallSamples) {
  // Coverages 1 - 2 P(Binomial < k): 6: 96.9 %; 9: k 2 gives 96.1 %; 10: 97.9 %; 12: k 3 gives
  // 96.1 %; 20: k 6 gives 95.9 %.
  EXPECT_EQ(interval_rank(6), 1U);
  EXPECT_EQ(interval_rank(7), 1U);
  EXPECT_EQ(interval_rank(8), 1U);
  EXPECT_EQ(interval_rank(9), 2U);
  EXPECT_EQ(interval_rank(10), 2U);
  EXPECT_EQ(interval_rank(12), 3U);
  EXPECT_EQ(interval_rank(20), 6U);
}

TEST(IntervalRank, DoesNotExistBelowSixValues) {
  for (std::size_t n = 0; n < 6; ++n) {
    EXPECT_EQ(interval_rank(n), std::nullopt) << n;
  }
}

TEST(IntervalRank, HoldsForThousandsOfValues) {
  // Normal approximation: n/2 - 1.96 sqrt(n)/2 = 5000 - 98.
  const std::size_t rank = interval_rank(10000).value();
  EXPECT_GE(rank, 4901U);
  EXPECT_LE(rank, 4903U);
}

TEST(Summary, OfSixValuesIsTheirMedianAndRange) {
  const std::vector<double> values{6, 1, 5, 2, 4, 3};
  const results::Summary summary = summarise(values);
  EXPECT_EQ(summary.median, 3.5);
  EXPECT_EQ(summary.low, 1);
  EXPECT_EQ(summary.high, 6);
  EXPECT_TRUE(summary.interval);
}

TEST(Summary, OfTenValuesLeavesOutTheExtremes) {
  const std::vector<double> values{100, 9, 8, 7, 6, 5, 4, 3, 2, -100};
  const results::Summary summary = summarise(values);
  EXPECT_EQ(summary.median, 5.5);
  EXPECT_EQ(summary.low, 2);
  EXPECT_EQ(summary.high, 9);
}

TEST(Summary, ValuesKnownToBeGreaterStandBeyondTheUpperBoundOrWithholdAll) {
  const std::vector<double> nine{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const results::Summary summary = summarise(nine, 1);  // of ten: the second and the ninth
  EXPECT_EQ(summary.median, 5.5);
  EXPECT_EQ(summary.low, 2);
  EXPECT_EQ(summary.high, 9);
  EXPECT_TRUE(summary.interval);
  EXPECT_EQ(summarise(nine, 2).median, std::nullopt);  // of eleven, too: two are at the bound
  EXPECT_EQ(summarise(std::span(nine).first(5), 1).median, std::nullopt);
  EXPECT_EQ(summarise({}, 6).high, std::nullopt);
  EXPECT_EQ(summarise(nine, 0).median, 5);
}

TEST(Summary, OfFewerThanSixIsARangeAndNoInterval) {
  const std::vector<double> values{30, 10, 20};
  const results::Summary summary = summarise(values);
  EXPECT_EQ(summary.median, 20);
  EXPECT_EQ(summary.low, 10);
  EXPECT_EQ(summary.high, 30);
  EXPECT_FALSE(summary.interval);
}

// row 5: empty is null, never 0.
TEST(Summary, OfNothingIsNothing) {
  const results::Summary summary = summarise({});
  EXPECT_EQ(summary.median, std::nullopt);
  EXPECT_EQ(summary.low, std::nullopt);
  EXPECT_EQ(summary.high, std::nullopt);
  EXPECT_FALSE(summary.interval);
}

TEST(Summary, EnclosesItsMedianWhateverTheRounding) {
  for (const double value : {0.1, 1e300, 1e-300, -3.7, 123456789.123456789}) {
    for (std::size_t n = 1; n <= 12; ++n) {
      const results::Summary summary = summarise(std::vector<double>(n, value));
      EXPECT_EQ(summary.median, value);
      EXPECT_LE(*summary.low, *summary.median);
      EXPECT_LE(*summary.median, *summary.high);
    }
  }
}

using Values = std::vector<std::optional<double>>;

TEST(Ratio, PairsByRound) {
  // Round by round both differ by a factor of 10, and a is always twice b: pairing shows it.
  const Values a{2, 20, 200, 2, 20, 200};
  const Values b{1, 10, 100, 1, 10, 100};
  const results::Summary quotient = ratio(a, b);
  EXPECT_EQ(quotient.median, 2);
  EXPECT_EQ(quotient.low, 2);
  EXPECT_EQ(quotient.high, 2);
  EXPECT_TRUE(quotient.interval);
}

TEST(Ratio, LeavesOutRoundsThatOneSideLacksAndDivisionsByZero) {
  const Values a{2, std::nullopt, 8, 5, 6};
  const Values b{1, 7, 2, std::nullopt, 0};
  const results::Summary quotient = ratio(a, b);
  EXPECT_EQ(quotient.median, 3);  // of 2 and 4
  EXPECT_EQ(quotient.low, 2);
  EXPECT_EQ(quotient.high, 4);
  EXPECT_FALSE(quotient.interval);
}

TEST(Ratio, OfNothingInCommonIsNothing) {
  EXPECT_EQ(ratio(Values{1, std::nullopt}, Values{std::nullopt, 1}).median, std::nullopt);
  EXPECT_EQ(ratio({}, Values{1}).median, std::nullopt);
}

TEST(Trend, IsThatOfKendallsExactTable) {
  // n = 6: S = 13 has p = 0.017, S = 11 has p = 0.056.
  const std::vector<double> one_swap{1, 2, 3, 4, 6, 5};   // S = 13
  const std::vector<double> two_swaps{1, 2, 4, 3, 6, 5};  // S = 11
  const std::vector<double> falling{6, 5, 4, 3, 2, 1};
  const std::vector<double> flat{5, 5, 5, 5, 5, 5};
  EXPECT_EQ(trend(one_swap), 1);
  EXPECT_EQ(trend(two_swaps), 0);
  EXPECT_EQ(trend(falling), -1);
  EXPECT_EQ(trend(flat), 0);
}

TEST(Trend, NeedsFiveValues) {
  EXPECT_EQ(trend(std::vector<double>{1, 2, 3, 4}), 0);
  EXPECT_EQ(trend(std::vector<double>{1, 2, 3, 4, 5}), 1);
}

TEST(Slope, IsNotTurnedByAnOutlier) {
  EXPECT_EQ(slope(std::vector<double>{10, 12, 14, 1000, 18, 20}), 2);
  EXPECT_EQ(slope(std::vector<double>{7, 4}), -3);
}

}  // namespace
}  // namespace assay::analyse
