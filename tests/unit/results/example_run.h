// A run with every field set, for tests of what is written and read.
#pragma once

#include <cstdint>
#include <string>

#include "results/run.h"

namespace assay::results {

inline Run example_header(std::size_t cells = 2) {
  Run run;
  run.run = {.id = "20261130T121456-quick-1",
             .matrix = "quick",
             .description = "two backends",
             .matrix_text = "name: quick\n",
             .seed = 18446744073709551615U,
             .rounds = 6,
             .started = "2026-11-30T12:14:56Z",
             .finished = "",
             .command = "assay run matrices/quick.yaml --seed 18446744073709551615",
             .assay_version = "0.1",
             .compiler = "GNU 12.2.0",
             .plugins = {{"sqlite", "SQLite 3.40.1"}},
             .files = {{"assay", "0a1b"}, {"assay-sqlite.so", "2c3d"}}};
  run.machine = {{"cpu_model", "Fast 9000"}, {"cpu_count", 2},       {"memory_bytes", 8589934592},
                 {"kernel", "Linux 6.1"},    {"device", "/dev/vda"}, {"file_system", "ext4"},
                 {"cpu_governor", nullptr}};
  run.timing.operations = 1000;
  matrix::Table table;
  table.name = "rates";
  table.title = "Rates";
  table.where = {{"workload", {"cache.get"}}};
  table.rows = {"payload"};
  table.columns = {"backend"};
  table.baseline = {{"backend", "sqlite"}};
  run.tables.push_back(table);
  for (std::size_t index = 0; index < cells; ++index) {
    CellResult cell;
    cell.cell.id = "cell-" + std::to_string(index);
    cell.cell.backend = "sqlite";
    cell.cell.plugin = "sqlite";
    cell.cell.durability = Durability::power;
    cell.cell.workload = "cache.get";
    cell.cell.parameters = {{"payload", 100}, {"distribution", "zipfian"}};
    cell.cell.settings = {{"page_size", "4096"}};
    cell.cell.topology = {.processes = 2, .threads = 3, .connections = 4, .depth = 5};
    cell.declared = {{"synchronous", "FULL"}};
    run.cells.push_back(cell);
  }
  return run;
}

// Operations of 1, 2, …, `operations` µs in two seconds.
inline engine::BlockResult example_block(std::uint64_t operations = 1000) {
  engine::Measurement measured;
  for (std::uint64_t index = 1; index <= operations; ++index) {
    measured.response.record(static_cast<std::int64_t>(index) * 1000);
  }
  measured.operations = operations;
  measured.finished = operations + 234;
  measured.seconds = 2;
  measured.series = {operations / 2, operations - operations / 2};
  measured.per_process_ops_per_second = {static_cast<double>(operations) / 2};
  measured.resources["client"] = {
      .cpu_seconds = 1.5, .rss_bytes = 1000, .read_bytes = 10, .written_bytes = 20};
  measured.facts = {{.version = "3.40.1",
                     .durability = Durability::power,
                     .settings = {{"synchronous", "FULL"}}}};
  measured.counters_before = {{"syncs", 5}};
  measured.counters_after = {{"syncs", 25}};
  measured.phase_seconds = {{"load", 0.5}};
  return {.measurement = std::move(measured), .failure = std::nullopt};
}

inline engine::BlockResult failed_block() {
  return {.measurement = std::nullopt,
          .failure = engine::Failure{"load", "the worker ended with signal 9"}};
}

}  // namespace assay::results
