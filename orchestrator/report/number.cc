#include "report/number.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

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
  if (metric == "ops_per_second") {
    return {{"1/s", 1}, {"k/s", 1e3}, {"M/s", 1e6}};
  }
  if (metric.starts_with("response_ns") || metric.starts_with("service_ns")) {
    return {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  }
  if (metric.ends_with("us_per_op")) {
    return {{"ns", 1e-3}, {"us", 1}, {"ms", 1e3}};
  }
  if (metric.ends_with("_bytes")) {
    return {{"B", 1}, {"KiB", 1024}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024}};
  }
  if (metric.ends_with("cpu_cores")) {
    return {{"cores", 1}};
  }
  return {{"", 1}};
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
  const std::vector<Unit> units = units_of(metric);
  Unit chosen = units.front();
  for (const Unit& unit : units) {
    if (unit.name == asked) {
      return unit;
    }
    if (largest >= unit.divisor) {
      chosen = unit;
    }
  }
  return chosen;
}

}  // namespace assay::report
