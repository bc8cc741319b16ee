#include "report/number.h"

#include <gtest/gtest.h>

namespace {

using assay::report::rounded;
using assay::report::unit_for;
using assay::report::with_interval;
using assay::results::Summary;

TEST(Rounded, StopsAtTheDigitOfTheHalfWidth) {
  EXPECT_EQ(rounded(12345, 200), "12300");
  EXPECT_EQ(rounded(12345, 2000), "12000");
  EXPECT_EQ(rounded(1.2345, 0.004), "1.23");
  EXPECT_EQ(rounded(1.2345, 0.04), "1.23");
  EXPECT_EQ(rounded(1.2345, 0.4), "1.2");
}

TEST(Rounded, NeverShowsMoreThanThreeSignificantDigits) {
  EXPECT_EQ(rounded(12345, 0), "12300");
  EXPECT_EQ(rounded(12345, 0.1), "12300");
  EXPECT_EQ(rounded(0.0012345, 0), "0.00123");
}

TEST(Rounded, KeepsOneDigitWhenTheIntervalIsWiderThanTheValue) {
  EXPECT_EQ(rounded(12345, 50000), "10000");
  EXPECT_EQ(rounded(3, 100), "3");
  EXPECT_EQ(rounded(0, 5), "0");
}

TEST(WithInterval, UsesBracketsForAnIntervalAndParenthesesForARange) {
  EXPECT_EQ(with_interval(Summary{29512, 28100, 30200, true}, 1000), "30 [28 to 30]");
  EXPECT_EQ(with_interval(Summary{29512, 29100, 29900, false}, 1000), "29.5 (29.1 to 29.9)");
  EXPECT_EQ(with_interval(Summary{}, 1000), "-");
}

TEST(UnitFor, TakesTheLargestThatLeavesADigitBeforeThePoint) {
  EXPECT_EQ(unit_for("ops_per_second", "", 999).name, "1/s");
  EXPECT_EQ(unit_for("ops_per_second", "", 29500).name, "k/s");
  EXPECT_EQ(unit_for("response_ns.p99", "", 29500).name, "us");
  EXPECT_EQ(unit_for("response_ns.p99", "", 0.5).name, "ns");
  EXPECT_EQ(unit_for("response_ns.p99", "ms", 29500).divisor, 1e6);
  EXPECT_EQ(unit_for("client.rss_bytes", "", 3 << 20).name, "MiB");
}

}  // namespace
