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

double nearest(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

// Decimals to print; negative ones round to tens, hundreds, …
int decimals_for(double value, double half_width) {
  if (value == 0) {
    return 0;
  }
  const auto decimals_at = [&](int leading) {
    const int three_digits = 2 - leading;
    return half_width <= 0 ? three_digits
                           : std::clamp(-exponent(half_width), three_digits - 1, three_digits);
  };
  const int decimals = decimals_at(exponent(value));
  // 9.996 to two decimals is 10.00, a digit too many.
  return decimals_at(exponent(nearest(value, decimals)));
}

std::string with_decimals(double value, int decimals) {
  return fmt::format("{:.{}f}", nearest(value, decimals), std::max(decimals, 0));
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

double half_width(const results::Summary& summary) {
  return summary.low && summary.high ? (*summary.high - *summary.low) / 2 : 0;
}

Figure figure(const results::Summary& summary, double half_width, double divisor) {
  const double width = half_width / divisor;
  return {rounded(*summary.median / divisor, width), rounded(*summary.low / divisor, width),
          rounded(*summary.high / divisor, width)};
}

Figure ratio_figure(const results::Summary& ratio) {
  constexpr int most_extra_digits = 12;
  const double width = half_width(ratio);
  const auto shown = [&](double value, int extra) {
    return with_decimals(value, decimals_for(value, width) + extra);
  };
  int extra = 0;
  while (extra < most_extra_digits &&
         ((*ratio.low > 1 && std::stod(shown(*ratio.low, extra)) <= 1) ||
          (*ratio.high < 1 && std::stod(shown(*ratio.high, extra)) >= 1))) {
    ++extra;
  }
  return {shown(*ratio.median, extra), shown(*ratio.low, extra), shown(*ratio.high, extra)};
}

std::string with_bounds(const Figure& figure, bool interval) {
  return interval ? fmt::format("{} [{} to {}]", figure.median, figure.low, figure.high)
                  : fmt::format("{} ({} to {})", figure.median, figure.low, figure.high);
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
