// What a comparison that found nothing could have found.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "analyse/analyse.h"
#include "analyse/statistics.h"

namespace assay::analyse {

namespace {

// Where a function that rises from below the level at `low` to above it at `high` reaches it.
template <typename Function>
double crossing(Function function, double level, double low, double high) {
  constexpr int halvings = 60;
  for (int step = 0; step < halvings; ++step) {
    const double middle = low + (high - low) / 2;
    (function(middle) < level ? low : high) = middle;
  }
  return high;
}

// P(Binomial(n, p) >= least). REQUIRES: 0 < p < 1.
double at_least(std::size_t n, std::size_t least, double p) {
  double sum = 0;
  const auto count = static_cast<double>(n);
  for (std::size_t hits = least; hits <= n; ++hits) {
    const auto k = static_cast<double>(hits);
    sum += std::exp(std::lgamma(count + 1) - std::lgamma(k + 1) - std::lgamma(count - k + 1) +
                    k * std::log(p) + (count - k) * std::log1p(-p));
  }
  return sum;
}

double normal_below(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

double standard_deviation(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  const double squares = std::accumulate(
      values.begin(), values.end(), 0.0,
      [&](double sum, double value) { return sum + (value - mean) * (value - mean); });
  return std::sqrt(squares / (n - 1));
}

}  // namespace

std::optional<double> smallest_detectable(std::span<const std::optional<double>> a,
                                          std::span<const std::optional<double>> b) {
  constexpr double power = 0.8;
  constexpr double farthest = 40;  // standard deviations; beyond what a double's tail holds
  std::vector<double> logs;
  for (std::size_t round = 0; round < std::min(a.size(), b.size()); ++round) {
    if (!a[round] || !b[round]) {
      continue;
    }
    if (*a[round] <= 0 || *b[round] <= 0) {
      return std::nullopt;
    }
    logs.push_back(std::log(*a[round] / *b[round]));
  }
  const std::optional<std::size_t> rank = interval_rank(logs.size());
  if (!rank) {
    return std::nullopt;
  }
  const std::size_t least = logs.size() + 1 - *rank;
  const double share =
      crossing([&](double p) { return at_least(logs.size(), least, p); }, power, 0, 1);
  const double z = crossing(normal_below, share, 0, farthest);
  return std::expm1(standard_deviation(logs) * z);
}

}  // namespace assay::analyse
