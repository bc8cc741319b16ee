// A run in the formats of other tools. Pure functions; a repeat that failed is in none of them.
#pragma once

#include <string>

#include "results/run.h"

namespace assay::report {

// Google Benchmark's JSON, as its tools/compare.py reads it: a benchmark per cell, a repetition per
// round and the aggregates mean, median, stddev and cv over them. real_time is the mean response
// time and cpu_time the client's CPU time of one operation, both in ns; items_per_second the rate.
// Percentiles are counters of their own, in ns.
std::string google_benchmark_json(const results::Run& run);

// HdrHistogram's log, format version 1.3: a line per repeat with its response times in ns, tagged
// with the cell's id (commas and blanks made underscores). A cell's repeats follow each other
// without gaps, as if they had been measured one after the other from the run's start on. The
// column Interval_Max is in milliseconds, as its readers expect.
std::string histogram_log(const results::Run& run);

// One JSON object a line and repeat: run, matrix, cell, backend, plugin, environment, durability,
// workload, parameters, topology, and all that results.json says of the repeat but its histogram.
std::string json_lines(const results::Run& run);

}  // namespace assay::report
