// The order statistics behind analyse.h. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace assay::analyse {

// The greatest k for which the k-th smallest and the k-th greatest of n independent values enclose
// their distribution's median with at least 95 % probability, whatever the distribution:
// 1 - 2 P(Binomial(n, 1/2) < k) >= 0.95. nullopt below six values.
std::optional<std::size_t> interval_rank(std::size_t n);

// The middle value, or the mean of the middle two. REQUIRES: values is not empty.
double median(std::span<const double> values);

// Whether values in their order rise (1), fall (-1) or neither (0): Kendall's test against no
// trend, two-sided at 5 %, with the continuity correction. Fewer than five values show no trend.
int trend(std::span<const double> values);

// The slope per step of a line through values in their order: the median of the slopes of all pairs
// (Theil and Sen), so that single outliers do not turn it. REQUIRES: at least two values.
double slope(std::span<const double> values);

}  // namespace assay::analyse
