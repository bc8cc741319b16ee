#include "analyse/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "analyse/analyse.h"

namespace assay::analyse {

namespace {

// P(Binomial(n, 1/2) = k), by logarithms so that a large n does not underflow.
double probability(std::size_t n, std::size_t k) {
  const auto count = static_cast<double>(n);
  const auto hits = static_cast<double>(k);
  return std::exp(std::lgamma(count + 1) - std::lgamma(hits + 1) - std::lgamma(count - hits + 1) -
                  count * std::log(2.0));
}

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

double middle_of_sorted(const std::vector<double>& values) {
  assert(!values.empty());
  const std::size_t half = values.size() / 2;
  if (values.size() % 2 == 1) {
    return values[half];
  }
  // The mean of two doubles can leave [a, b] by a rounding.
  return std::clamp(values[half - 1] + (values[half] - values[half - 1]) / 2, values[half - 1],
                    values[half]);
}

}  // namespace

std::optional<std::size_t> interval_rank(std::size_t n) {
  constexpr double outside_at_most = 0.05;
  std::optional<std::size_t> rank;
  double below = 0;  // P(Binomial < k)
  for (std::size_t k = 1; 2 * k <= n; ++k) {
    below += probability(n, k - 1);
    if (2 * below > outside_at_most) {
      break;
    }
    rank = k;
  }
  return rank;
}

double median(std::span<const double> values) { return middle_of_sorted(sorted(values)); }

int trend(std::span<const double> values) {
  constexpr std::size_t least_values = 5;
  constexpr double critical = 1.96;
  if (values.size() < least_values) {
    return 0;
  }
  std::int64_t rises_less_falls = 0;
  for (std::size_t early = 0; early < values.size(); ++early) {
    for (std::size_t late = early + 1; late < values.size(); ++late) {
      rises_less_falls += (values[late] > values[early]) - (values[late] < values[early]);
    }
  }
  const auto n = static_cast<double>(values.size());
  const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
  const double score = (std::abs(static_cast<double>(rises_less_falls)) - 1) / deviation;
  if (score <= critical) {
    return 0;
  }
  return rises_less_falls > 0 ? 1 : -1;
}

double slope(std::span<const double> values) {
  assert(values.size() >= 2);
  std::vector<double> slopes;
  for (std::size_t early = 0; early < values.size(); ++early) {
    for (std::size_t late = early + 1; late < values.size(); ++late) {
      slopes.push_back((values[late] - values[early]) / static_cast<double>(late - early));
    }
  }
  return median(slopes);
}

results::Summary summarise(std::span<const double> values) {
  results::Summary summary;
  if (values.empty()) {
    return summary;
  }
  const std::vector<double> ordered = sorted(values);
  const std::optional<std::size_t> rank = interval_rank(ordered.size());
  const std::size_t lowest = rank.value_or(1) - 1;
  summary.median = middle_of_sorted(ordered);
  summary.low = ordered[lowest];
  summary.high = ordered[ordered.size() - 1 - lowest];
  summary.interval = rank.has_value();
  return summary;
}

results::Summary summarise(std::span<const double> values, std::size_t unbounded) {
  if (unbounded == 0) {
    return summarise(values);
  }
  const std::size_t count = values.size() + unbounded;
  const std::size_t outside = interval_rank(count).value_or(1) - 1;  // beyond either bound
  if (unbounded > outside) {
    return {};
  }
  // They are beyond the upper bound, so that any greater value does for them.
  std::vector<double> all(values.begin(), values.end());
  all.resize(count, std::numeric_limits<double>::max());
  return summarise(all);
}

results::Summary ratio(std::span<const std::optional<double>> a,
                       std::span<const std::optional<double>> b) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < std::min(a.size(), b.size()); ++round) {
    if (!a[round] || !b[round] || *b[round] == 0) {
      continue;
    }
    const double quotient = *a[round] / *b[round];
    if (std::isfinite(quotient)) {
      ratios.push_back(quotient);
    }
  }
  return summarise(ratios);
}

}  // namespace assay::analyse
