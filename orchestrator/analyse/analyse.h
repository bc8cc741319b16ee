// From repeats to what may be said: medians, intervals, ratios, ties and marks. Pure functions.
//
// Metrics are those of matrix/metrics.h. A repeat's percentile comes from its own histogram, in
// which the counts of all its threads are added; a cell's figure is the median of its repeats'
// figures. Percentiles themselves are never averaged, nor are histograms of different repeats
// merged: repeats are the independent units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/run.h"

namespace assay::analyse {

// Median with the order-statistic interval: the narrowest symmetric pair of order statistics
// [x(k), x(n+1-k)] whose coverage of the median, 1 - 2 P(Binomial(n, 1/2) < k), is at least 95 %.
// Six values are the fewest for which there is one (their range, 96.9 %). With fewer, low and high
// are the range and interval is false; with none, all are empty. REQUIRES: finite values.
results::Summary summarise(std::span<const double> values);

// The same where `unbounded` further values are known to be greater than all of these, and nothing
// more. All are empty where the median or the upper bound would be one of them.
results::Summary summarise(std::span<const double> values, std::size_t unbounded);

// Ratio of two cells by rounds: the median of a[i] / b[i] over the rounds both have, with its
// interval as above. Rounds in which b is 0 have no ratio. Empty when no round has both.
results::Summary ratio(std::span<const std::optional<double>> a,
                       std::span<const std::optional<double>> b);

// The smallest difference, as a share, that comparing these rounds would have told from none in
// four runs of five. The ratio's interval excludes 1 when at least n + 1 - k of the n rounds'
// ratios are on one side (k: interval_rank in statistics.h); with p so that P(Binomial(n, p) >= n +
// 1 - k) = 0.8, and log ratios normal with the standard deviation s seen here, that is the
// difference exp(s Φ⁻¹(p)) - 1. nullopt with fewer than six common rounds, or a value that is not
// above 0.
std::optional<double> smallest_detectable(std::span<const std::optional<double>> a,
                                          std::span<const std::optional<double>> b);

// Operations of each whole second of a block's window; a last piece of a second is left out.
std::vector<double> whole_seconds(const results::Repeat& repeat);

// Fills every cell's summary, marks and `failed` from its repeats. What was in them is replaced.
// Latency, rate and error metrics are always in a summary, empty ones with null figures; those of a
// part ("server.…") only where some repeat has that part.
void analyse(results::Run& run);

// The metric's value in each round, indexed by round, nullopt where there is none: no such round,
// a failed block, a figure that may not be printed, a part that was not there.
std::vector<std::optional<double>> by_round(const results::CellResult& cell,
                                            const std::string& metric, std::uint32_t rounds);

// Whether greater is better, by the metric's name.
bool greater_is_better(const std::string& metric);

// Why these cells may be neither ranked nor divided by one another: their acknowledged writes
// survive different things. nullopt when they may. What was read back counts, where there is such.
std::optional<std::string> ranking_refused(std::span<const results::CellResult* const> cells);

// One of the best of a row.
struct Standing {
  std::size_t index = 0;             // into the cells asked about
  results::Summary to_leader;        // ratio to the best median; empty for the one that has it
  std::optional<double> detectable;  // smallest_detectable, likewise
};

// Which of the cells are best at a metric: the one with the best median, and all that cannot be
// told from it (ties): their paired ratio to it has an interval that includes 1 or, where it has
// rounds of 0, their paired difference one that includes 0. With fewer than six common rounds there
// is no interval, nothing can be told apart, and so it is a tie. By index, ascending. Cells that
// failed or have no median never are; nothing is where ranking is refused.
std::vector<Standing> best(std::span<const results::CellResult* const> cells,
                           const std::string& metric, std::uint32_t rounds);

}  // namespace assay::analyse
