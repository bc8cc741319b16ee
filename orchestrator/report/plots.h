// The SVG plots beside report.md, drawn by gnuplot.
#pragma once

#include <filesystem>
#include <vector>

#include "report/document.h"
#include "results/run.h"

namespace assay::report {

// Draws throughput bars with intervals (one plot a table), latency percentiles and the series over
// the rounds (one plot a workload each; more when it has over 12 cells). Each file is whole or
// not there. Throws Error when gnuplot is missing or fails.
std::vector<Plot> draw_plots(const results::Run& run, const std::filesystem::path& folder);

}  // namespace assay::report
