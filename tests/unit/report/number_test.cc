#include "report/number.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using assay::report::figure;
using assay::report::half_width;
using assay::report::ratio_figure;
using assay::report::resolution;
using assay::report::rounded;
using assay::report::unit_for;
using assay::report::with_bounds;
using assay::results::CellResult;
using assay::results::Summary;

std::string shown(const Summary& summary, double divisor = 1) {
  return with_bounds(figure(summary, half_width(summary), divisor), summary.interval);
}

std::string shown_ratio(double median, double low, double high) {
  const Summary ratio{median, low, high, true};
  return with_bounds(ratio_figure(ratio), ratio.interval);
}

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
  EXPECT_EQ(rounded(9.996, 0), "10.0");
  EXPECT_EQ(rounded(99.96, 0.1), "100");
}

TEST(Rounded, NeverShowsFewerThanTwoSignificantDigits) {
  EXPECT_EQ(rounded(12345, 50000), "12000");
  EXPECT_EQ(rounded(3.14, 100), "3.1");
  EXPECT_EQ(rounded(0.0456, 1), "0.046");
  EXPECT_EQ(rounded(9.96, 1), "10");
  EXPECT_EQ(rounded(0, 5), "0");
}

TEST(Figure, UsesBracketsForAnIntervalAndParenthesesForARange) {
  EXPECT_EQ(shown(Summary{29512, 28100, 30200, true}, 1000), "30 [28 to 30]");
  EXPECT_EQ(shown(Summary{29512, 29100, 29900, false}, 1000), "29.5 (29.1 to 29.9)");
}

TEST(Figure, NeverPrintsALowBoundAboveZeroAsZero) {
  EXPECT_EQ(shown(Summary{0.6, 0.04, 0.8, true}), "0.60 [0.040 to 0.80]");
  EXPECT_EQ(shown(Summary{52, 0.3, 160, true}), "52 [0.30 to 160]");
  EXPECT_EQ(shown(Summary{52, 0, 160, true}), "52 [0 to 160]");
}

TEST(Figure, KeepsLowMedianAndHighInTheirOrder) {
  for (double median = 1; median < 1200; median *= 1.0137) {
    for (const double share : {0.0001, 0.004, 0.03, 0.3, 0.9}) {
      const Summary summary{median, median * (1 - share), median * (1 + share / 3), true};
      const auto printed = figure(summary, half_width(summary), 1);
      EXPECT_LE(std::stod(printed.low), std::stod(printed.median)) << median << " " << share;
      EXPECT_LE(std::stod(printed.median), std::stod(printed.high)) << median << " " << share;
    }
  }
}

TEST(RatioFigure, IsNeverPrintedAsOneWhereItsIntervalExcludesOne) {
  EXPECT_EQ(shown_ratio(1.02, 1.004, 1.04), "1.020 [1.004 to 1.040]");
  EXPECT_EQ(shown_ratio(0.98, 0.96, 0.9963), "0.980 [0.960 to 0.996]");
  EXPECT_EQ(shown_ratio(1.3, 1.04, 2.8), "1.30 [1.04 to 2.80]");
  EXPECT_EQ(shown_ratio(1.0000421, 1.0000402, 1.0000459), "1.00004 [1.00004 to 1.00005]");
}

TEST(RatioFigure, IsRoundedAsOthersWhereItsIntervalIncludesOne) {
  EXPECT_EQ(shown_ratio(1.004, 0.996, 1.03), "1.00 [1.00 to 1.03]");
  EXPECT_EQ(shown_ratio(1.72, 1.6, 1.81), "1.7 [1.6 to 1.8]");
}

TEST(Resolution, KeepsPercentilesOfACellFromCrossingAsPrinted) {
  CellResult cell;
  cell.summary["response_ns.p50"] = {149.0, 100.0, 190.0, true};  // alone: 150
  cell.summary["response_ns.p90"] = {149.4, 149.2, 149.6, true};  // alone: 149
  cell.summary["response_ns.p99"] = {3000, 2000, 9000, true};
  const auto printed = [&](const std::string& metric, double divisor) {
    return figure(cell.summary.at(metric), resolution(cell, metric, divisor), divisor).median;
  };
  EXPECT_EQ(printed("response_ns.p50", 1), "149");
  EXPECT_EQ(printed("response_ns.p90", 1), "149");
  EXPECT_EQ(printed("response_ns.p50", 1000), "0.149");
  EXPECT_EQ(printed("response_ns.p99", 1), "3000");
  EXPECT_EQ(resolution(cell, "response_ns.p99", 1), 3500);
}

TEST(Resolution, HoldsForManyCells) {
  const std::vector<std::string> names{"p50", "p90", "p95", "p99", "p99_9", "max"};
  std::uint64_t state = 1;
  const auto random = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 40U) / static_cast<double>(1U << 24U);
  };
  for (int trial = 0; trial < 2000; ++trial) {
    CellResult cell;
    double value = 10 + 990 * random();
    for (const std::string& name : names) {
      value *= 1 + random() * random() * random() * 0.1;
      const double width = value * random() * random();
      cell.summary["response_ns." + name] = {value, value - width, value + width, true};
    }
    double before = 0;
    for (const std::string& name : names) {
      const std::string metric = "response_ns." + name;
      const double now =
          std::stod(figure(cell.summary[metric], resolution(cell, metric, 1000), 1000).median);
      EXPECT_LE(before, now) << name << " of trial " << trial;
      before = now;
    }
  }
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
