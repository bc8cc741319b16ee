#include "sample_run.h"

#include <fmt/core.h>

#include "analyse/analyse.h"

namespace assay::report::test {

results::CellResult cell(const std::string& backend, int payload,
                         const std::vector<double>& rates) {
  results::CellResult result;
  result.cell.id = fmt::format("{}/cache.get/payload={}", backend, payload);
  result.cell.backend = backend;
  result.cell.plugin = "sqlite";
  result.cell.workload = "cache.get";
  result.cell.parameters["payload"] = payload;
  result.cell.settings["schema"] = backend;
  result.declared["schema"] = backend;
  result.read_back["schema"] = backend;
  result.read_back["synchronous"] = "0";
  result.version = "3.40.1";
  for (std::size_t round = 0; round < rates.size(); ++round) {
    results::Repeat repeat;
    repeat.round = static_cast<std::uint32_t>(round);
    repeat.ops_per_second = rates[round];
    repeat.operations = static_cast<std::uint64_t>(rates[round]);
    repeat.seconds = 1;
    repeat.series = {repeat.operations};
    const double each = 1e9 / rates[round];
    repeat.response_ns = {each,         each * 2, each * 3, each * 4,
                          std::nullopt, each / 2, each,     each * 9};
    repeat.resources["client"] = {0.9, 10 << 20, 0, 1 << 20};
    result.repeats.push_back(std::move(repeat));
  }
  return result;
}

results::Run sample() {
  results::Run run;
  run.run.id = "20261130T121456-sample-7";
  run.run.matrix = "sample";
  run.run.description = "Two schemas side by side.";
  run.run.matrix_text = "name: sample\n";
  run.run.seed = 7;
  run.run.rounds = 6;
  run.run.started = "2026-11-30T12:14:56Z";
  run.run.finished = "2026-11-30T12:16:00Z";
  run.run.command = "assay run sample.yaml";
  run.run.assay_version = "0.1";
  run.run.compiler = "g++ 12.2.0, Release";
  run.machine = {{"cpu_model", "a CPU"}, {"clock_ns", 31.25}, {"governor", nullptr}};
  matrix::Table table;
  table.name = "throughput";
  table.title = "Reads";
  table.rows = {"payload"};
  table.columns = {"backend"};
  table.baseline = {{"backend", "rich"}};
  run.tables.push_back(table);
  run.cells.push_back(cell("lean", 10, {40000, 41000, 42000, 43000, 44000, 45000}));
  run.cells.push_back(cell("rich", 10, {20000, 20500, 21000, 21500, 22000, 22500}));
  run.cells.push_back(cell("lean", 1000, {9900, 10100, 9950, 10050, 9900, 10100}));
  run.cells.push_back(cell("rich", 1000, {10000, 10000, 10000, 10000, 10000, 10000}));
  analyse::analyse(run);
  return run;
}

}  // namespace assay::report::test
