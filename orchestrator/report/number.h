// Numbers as the report prints them: only the digits that the interval supports. Pure functions.
#pragma once

#include <string>

#include "results/run.h"

namespace assay::report {

// A number to the digit its interval's half width allows, but at least two significant ones and at
// most three: 12345 with 200 → "12300", with 5000 → "12000"; 1.2345 with 0.004 → "1.23".
// half_width 0 or unknown (negative): three significant digits.
std::string rounded(double value, double half_width);

// Median, low and high as printed.
struct Figure {
  std::string median;
  std::string low;
  std::string high;
};

// The figure divided by `divisor`, rounded by half_width, which is in the summary's own unit; low,
// median and high never cross. REQUIRES: the summary has all three, divisor > 0.
Figure figure(const results::Summary& summary, double half_width, double divisor);

// A ratio, rounded by its own interval. Where that excludes 1, no part is printed as 1 or beyond
// it: all get the digits that takes. REQUIRES: the summary has all three.
Figure ratio_figure(const results::Summary& ratio);

// Half of the interval's (or range's) width, 0 where there is none.
double half_width(const results::Summary& summary);

// The half width that a metric of a cell is rounded by: its own or, where that would print a
// percentile greater than a higher one (or the maximum), the smaller one of the two, so that a
// cell's percentiles never cross as printed. In the metric's kept unit.
double resolution(const results::CellResult& cell, const std::string& metric, double divisor);

// "29.5 [28.1 to 30.2]"; the range of fewer than six rounds "29.5 (28.1 to 30.2)".
std::string with_bounds(const Figure& figure, bool interval);

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
