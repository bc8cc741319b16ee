// report.csv: every table's values in one long form, a line a value.
#pragma once

#include <string>

#include "results/run.h"

namespace assay::report {

// Columns: table, cell, backend, durability, workload, metric, unit, rounds, median, low, high,
// ratio_median, ratio_low, ratio_high, best. Values in the metric's base unit at full precision;
// empty where there is none. RFC 4180 quoting.
std::string csv(const results::Run& run);

}  // namespace assay::report
