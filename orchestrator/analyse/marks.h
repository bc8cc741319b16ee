// The remarks on a cell that a reader must see. Each function looks for one kind and returns its
// mark, or nullopt. Pure, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/run.h"

namespace assay::analyse {

// What a mark is judged by besides the cell itself.
struct MarkContext {
  std::uint32_t rounds = 0;    // that the run has
  std::optional<double> cpus;  // that the run may use
};

using MaybeMark = std::optional<results::Mark>;

// Blocks that gave no measurement.
MaybeMark failed_blocks(const results::CellResult& cell, const MarkContext& context);

// Rounds that have not been run.
MaybeMark incomplete(const results::CellResult& cell, const MarkContext& context);

// Any operation that did not succeed, with counts by kind and the first message.
MaybeMark errors(const results::CellResult& cell, const MarkContext& context);

// The share of attempted operations that did not succeed, over all repeats.
double error_share(const results::CellResult& cell);

// Three looks, the first that finds something speaks. Only whole seconds of the series count.
// Stall: some second has less than half the operations of the cell's median second, and the lack is
//   beyond chance (four standard deviations of a Poisson count); needs six seconds over all blocks.
// Drift in the window: blocks of at least four seconds; the rate of their second half over that of
//   their first, by block; the median differs from 1 by more than 10 % and its order-statistic
//   interval excludes 1, so that at least six blocks agree.
// Drift between rounds, for windows of any length: Kendall's test finds a trend (5 %) and the line
//   through the rates changes by more than 10 % of their median from the first round to the last.
// The first two do not look at cold starts, which are there to be unsteady.
MaybeMark not_steady(const results::CellResult& cell, const MarkContext& context);

// An open load offered more than the system can do in some round, whose response times are
// withheld.
MaybeMark overloaded(const results::CellResult& cell, const MarkContext& context);

// In a closed loop, rate × mean response time is the number of operations in flight. Marked where
// the median of the quotient over the repeats is outside [0.95, 1.05]. The sessions of a thread in
// plain form take turns and count as one. Cells with errors are left out: the time failed
// operations take is in no mean; so are open loads, whose operations in flight are not fixed.
MaybeMark little_law(const results::CellResult& cell, const MarkContext& context);

// A client of a server used more than 90 % of the cores it could use: one per thread, as far as the
// machine has them. Open loads are left out: their clients watch the clock, and say themselves when
// they come late.
MaybeMark client_saturated(const results::CellResult& cell, const MarkContext& context);

// After the page cache of a cold start was dropped, more than 5 % of the data was still in it, in
// some repeat.
MaybeMark not_cold(const results::CellResult& cell, const MarkContext& context);

// The slowest process had less than half the rate of the fastest, in the median repeat.
MaybeMark unfair(const results::CellResult& cell, const MarkContext& context);

// Percentiles that some repeat may not print.
MaybeMark few_samples(const results::CellResult& cell, const MarkContext& context);

// The interval of the rate (with fewer than six repeats, its range) is wider than 20 % of its
// median. REQUIRES: the summary is there.
MaybeMark noise(const results::CellResult& cell, const MarkContext& context);

// What was read back contradicts what was asked for (setting_values.h), or was not the same all
// through. Settings that only one side names are not compared.
MaybeMark settings_differ(const results::CellResult& cell, const MarkContext& context);

// All of the above that apply.
std::vector<results::Mark> marks(const results::CellResult& cell, const MarkContext& context);

}  // namespace assay::analyse
