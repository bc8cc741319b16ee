// Numbers as the report prints them: only the digits that the interval supports. Pure functions.
#pragma once

#include <string>

#include "results/run.h"

namespace assay::report {

// A number to the digit its interval's half width allows, at most three significant and at least
// one: 12345 with 200 → "12300", 12345 with 2000 → "12000", 1.2345 with 0.004 → "1.23".
// half_width 0 or unknown (negative): three significant digits.
std::string rounded(double value, double half_width);

// Median, low and high in one rounding, each divided by `divisor` first.
struct Figure {
  std::string median;
  std::string low;
  std::string high;
};

// REQUIRES: the summary has all three, divisor > 0.
Figure figure(const results::Summary& summary, double divisor);

// "29.5 [28.1 to 30.2]"; with fewer than six rounds "29.5 (28.1 to 30.2)"; "-" where there is none.
std::string with_interval(const results::Summary& summary, double divisor);

// A unit of display and how many of the unit that the metric is kept in it is.
struct Unit {
  std::string name;    // "k/s"
  double divisor = 1;  // 1000 for k/s when the metric is kept in 1/s
};

// The unit a metric is shown in: the one asked for or, when that is empty, the largest unit of
// which the greatest value shown is at least one.
Unit unit_for(const std::string& metric, const std::string& asked, double largest);

// The unit in which results.json and report.csv hold the metric.
std::string kept_unit(const std::string& metric);

}  // namespace assay::report
