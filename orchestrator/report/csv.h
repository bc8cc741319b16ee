// report.csv: every table's values in one long form, a line a value.
#pragma once

#include <string>

#include "results/run.h"

namespace assay::report {

// Columns: table, cell, backend, durability, workload, metric, unit, rounds, median, low, high,
// ratio_median, ratio_low, ratio_high, best, bounds, ratio_bounds, missing. Values in the metric's
// base unit at full precision; empty where there is none, and `missing` then says why. bounds:
// "interval" where low and high are the 95 % interval, "range" where there are fewer than six
// rounds. RFC 4180 quoting.
std::string csv(const results::Run& run);

}  // namespace assay::report
