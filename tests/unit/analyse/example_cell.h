// Cells with figures that tests set by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/run.h"

namespace assay::analyse {

// A block of two seconds that went well: 1000 operations of 2 ms at 500/s by one plain session.
inline results::Repeat good_repeat(std::uint32_t round) {
  results::Repeat repeat;
  repeat.round = round;
  repeat.ops_per_second = 500;
  repeat.operations = 1000;
  repeat.seconds = 2;
  const double mean_ns = 2e6;
  repeat.response_ns = {.p50 = mean_ns,
                        .p90 = mean_ns,
                        .p95 = mean_ns,
                        .p99 = mean_ns,
                        .p99_9 = mean_ns,
                        .min = mean_ns,
                        .mean = mean_ns,
                        .max = mean_ns};
  repeat.service_ns = repeat.response_ns;
  repeat.series = {500, 500};
  repeat.per_process_ops_per_second = {500};
  repeat.resources["client"] = {
      .cpu_seconds = 1, .rss_bytes = 1048576, .read_bytes = 0, .written_bytes = 0};
  return repeat;
}

inline results::CellResult good_cell(std::uint32_t rounds = 6) {
  results::CellResult cell;
  cell.cell.id = "sqlite/cache.get";
  cell.cell.workload = "cache.get";
  for (std::uint32_t round = 0; round < rounds; ++round) {
    cell.repeats.push_back(good_repeat(round));
  }
  return cell;
}

// A cell whose rates are these, round by round.
inline results::CellResult cell_with_rates(const std::vector<double>& rates) {
  results::CellResult cell = good_cell(static_cast<std::uint32_t>(rates.size()));
  for (std::size_t round = 0; round < rates.size(); ++round) {
    cell.repeats[round].ops_per_second = rates[round];
    cell.repeats[round].response_ns.mean = 1e9 / rates[round];
  }
  return cell;
}

// The run with these cells, analysed by nobody yet.
inline results::Run run_of(std::vector<results::CellResult> cells, std::uint32_t rounds = 6) {
  results::Run run;
  run.run.rounds = rounds;
  run.machine = {{"cpu_allowed", 2}};
  run.cells = std::move(cells);
  return run;
}

}  // namespace assay::analyse
