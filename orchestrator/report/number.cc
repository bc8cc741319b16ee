#include "report/number.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "matrix/metrics.h"

namespace assay::report {
namespace {

// Decimal exponent of the leading digit.
int exponent(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

// Decimals to print; negative ones round to tens, hundreds, …
int decimals_for(double value, double half_width) {
  if (value == 0) {
    return 0;
  }
  const int three_digits = 2 - exponent(value);
  if (half_width <= 0) {
    return three_digits;
  }
  const int one_digit = -exponent(value);
  return std::clamp(-exponent(half_width), one_digit, three_digits);
}

std::string with_decimals(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  const double nearest = std::round(value * scale) / scale;
  return fmt::format("{:.{}f}", nearest, std::max(decimals, 0));
}

std::vector<Unit> units_of(const std::string& metric) {
  std::vector<Unit> units;
  if (const matrix::Metric* known = matrix::find_metric(metric)) {
    for (const std::string& name : matrix::units(*known)) {
      units.push_back({name, 1 / *matrix::unit_factor(*known, name)});
    }
  }
  return units;
}

}  // namespace

std::string rounded(double value, double half_width) {
  return with_decimals(value, decimals_for(value, half_width));
}

Figure figure(const results::Summary& summary, double divisor) {
  const double median = *summary.median / divisor;
  const double low = *summary.low / divisor;
  const double high = *summary.high / divisor;
  const int decimals = decimals_for(median, (high - low) / 2);
  return {with_decimals(median, decimals), with_decimals(low, decimals),
          with_decimals(high, decimals)};
}

std::string with_interval(const results::Summary& summary, double divisor) {
  if (!summary.median || !summary.low || !summary.high) {
    return "-";
  }
  const Figure shown = figure(summary, divisor);
  return summary.interval ? fmt::format("{} [{} to {}]", shown.median, shown.low, shown.high)
                          : fmt::format("{} ({} to {})", shown.median, shown.low, shown.high);
}

Unit unit_for(const std::string& metric, const std::string& asked, double largest) {
  Unit smallest;
  Unit fitting;
  for (const Unit& unit : units_of(metric)) {
    if (unit.name == asked) {
      return unit;
    }
    if (smallest.name.empty() || unit.divisor < smallest.divisor) {
      smallest = unit;
    }
    if (unit.divisor <= largest && (fitting.name.empty() || unit.divisor > fitting.divisor)) {
      fitting = unit;
    }
  }
  return fitting.name.empty() ? smallest : fitting;
}

std::string kept_unit(const std::string& metric) {
  for (const Unit& unit : units_of(metric)) {
    if (unit.divisor == 1) {
      return unit.name;
    }
  }
  return "1";
}

}  // namespace assay::report
