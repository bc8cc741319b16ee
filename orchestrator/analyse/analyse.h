// From repeats to what may be said: medians, intervals, ratios, ties and marks. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/run.h"

namespace assay::analyse {

// Median with the order-statistic interval: the narrowest symmetric pair of order statistics
// [x(k), x(n+1-k)] whose coverage of the median, 1 - 2 P(Binomial(n, 1/2) < k), is at least 95 %.
// Six values are the fewest for which there is one (their range, 96.9 %).
results::Summary summarise(std::span<const double> values);

// Ratio of two cells by rounds: the median of a[i] / b[i] over the rounds both have, with its
// interval as above. Empty when no round has both.
results::Summary ratio(std::span<const std::optional<double>> a,
                       std::span<const std::optional<double>> b);

// Fills every cell's summary, marks and `failed` from its repeats.
void analyse(results::Run& run);

// The metric's value in each round, indexed by round, nullopt where there is none.
std::vector<std::optional<double>> by_round(const results::CellResult& cell,
                                            const std::string& metric, std::uint32_t rounds);

// Whether greater is better, by the metric's name.
bool greater_is_better(const std::string& metric);

// Which of the cells are best at a metric: the one with the best median, and all whose paired ratio
// to it has an interval that includes 1 (ties). Indices into cells. Cells without a median never
// are.
std::vector<std::size_t> best(std::span<const results::CellResult* const> cells,
                              const std::string& metric, std::uint32_t rounds);

}  // namespace assay::analyse
