// Whether the rate was one rate: stalls, drift in the window, drift between rounds, noise.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analyse/analyse.h"
#include "analyse/marks.h"
#include "analyse/statistics.h"

namespace assay::analyse {

using results::CellResult;
using results::Mark;
using results::Repeat;

namespace {

constexpr double drift_allowed = 0.10;

MaybeMark stall(const CellResult& cell) {
  constexpr std::size_t least_seconds = 6;
  constexpr double deviations = 4;
  std::vector<double> all;
  for (const Repeat& repeat : cell.repeats) {
    const std::vector<double> seconds = whole_seconds(repeat);
    all.insert(all.end(), seconds.begin(), seconds.end());
  }
  if (all.size() < least_seconds) {
    return std::nullopt;
  }
  const double middle = median(all);
  for (const Repeat& repeat : cell.repeats) {
    const std::vector<double> seconds = whole_seconds(repeat);
    const auto least = std::min_element(seconds.begin(), seconds.end());
    if (least != seconds.end() && *least < middle / 2 &&
        middle - *least > deviations * std::sqrt(middle)) {
      return Mark{"not_steady",
                  fmt::format("Second {} of round {} had {:.0f} operations where the median second "
                              "had {:.0f}: something stalled.",
                              least - seconds.begin() + 1, repeat.round + 1, *least, middle)};
    }
  }
  return std::nullopt;
}

MaybeMark drift_in_window(const CellResult& cell) {
  constexpr std::size_t least_seconds = 4;
  std::vector<double> changes;
  for (const Repeat& repeat : cell.repeats) {
    const std::vector<double> seconds = whole_seconds(repeat);
    if (seconds.size() < least_seconds) {
      continue;
    }
    // A middle second of an odd number is in neither half.
    const auto half = static_cast<std::ptrdiff_t>(seconds.size() / 2);
    const double first = std::accumulate(seconds.begin(), seconds.begin() + half, 0.0);
    const double second = std::accumulate(seconds.end() - half, seconds.end(), 0.0);
    if (first > 0) {
      changes.push_back(second / first);
    }
  }
  const results::Summary change = summarise(changes);
  if (!change.interval || std::abs(*change.median - 1) <= drift_allowed ||
      (*change.low <= 1 && *change.high >= 1)) {
    return std::nullopt;
  }
  return Mark{"not_steady",
              fmt::format("The rate of the window's second half is {:.2f} times that of its first "
                          "({:.2f} to {:.2f} over the repeats): warm up or measure longer.",
                          *change.median, *change.low, *change.high)};
}

MaybeMark drift_between_rounds(const CellResult& cell, std::uint32_t rounds) {
  std::vector<double> rates;
  for (const std::optional<double>& rate : by_round(cell, "ops_per_second", rounds)) {
    if (rate) {
      rates.push_back(*rate);
    }
  }
  if (trend(rates) == 0) {
    return std::nullopt;
  }
  const double change = slope(rates) * static_cast<double>(rates.size() - 1) / median(rates);
  if (std::abs(change) <= drift_allowed) {
    return std::nullopt;
  }
  return Mark{
      "not_steady",
      fmt::format("The rate {} from round to round, by {:.0f} % from the first to the last: "
                  "the machine or the stored data changes during the run.",
                  change > 0 ? "rises" : "falls", std::abs(change) * 100)};
}

}  // namespace

std::vector<double> whole_seconds(const Repeat& repeat) {
  constexpr double end_of_window = 0.01;  // the last operation ends a little before its second does
  const auto whole = static_cast<std::size_t>(std::max(0.0, repeat.seconds + end_of_window));
  const std::size_t count = std::min(whole, repeat.series.size());
  return {repeat.series.begin(), repeat.series.begin() + static_cast<std::ptrdiff_t>(count)};
}

MaybeMark not_steady(const CellResult& cell, const MarkContext& context) {
  if (!cell.cell.cold) {
    if (MaybeMark mark = stall(cell)) {
      return mark;
    }
    if (MaybeMark mark = drift_in_window(cell)) {
      return mark;
    }
  }
  return drift_between_rounds(cell, context.rounds);
}

MaybeMark noise(const CellResult& cell, const MarkContext& /*context*/) {
  constexpr double width_allowed = 0.20;
  const auto found = cell.summary.find("ops_per_second");
  if (found == cell.summary.end() || !found->second.median || *found->second.median <= 0) {
    return std::nullopt;
  }
  const results::Summary& rate = found->second;
  const double width = (*rate.high - *rate.low) / *rate.median;
  if (width <= width_allowed) {
    return std::nullopt;
  }
  return Mark{"noise", fmt::format("The {} of ops/s is {:.0f} % of the median wide; more rounds or "
                                   "a quieter machine make it narrower.",
                                   rate.interval ? "95 % interval" : "range", width * 100)};
}

}  // namespace assay::analyse
