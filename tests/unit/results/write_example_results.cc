// Prints the results.json of a run with a good block, a failed one, an empty one and null figures.
#include <iostream>

#include "example_run.h"
#include "results/figures.h"

int main() {
  using namespace assay::results;
  Run run = example_header();
  run.cells[0].repeats = {figures(0, example_block()), figures(1, failed_block()),
                          figures(2, example_block(0))};
  run.cells[0].repeats[0].histogram = example_block().measurement->response.encode();
  run.cells[0].repeats[2].first_error = "not UTF-8: \xff";
  run.cells[1].cell.open = assay::matrix::OpenLoad{.of_slowest = 0.5, .group = "cache.get"};
  run.cells[1].repeats = {figures(0, example_block())};
  run.cells[1].repeats[0].open = {500, 1, 1000, 10, 0, false, {}};
  run.calibrations = {{"cache.get", "sqlite", "sqlite/cache.get", {500, std::nullopt}, "no"}};
  run.cells[0].marks = {{"errors", "some"}};
  run.cells[0].summary = {{"ops_per_second", {.median = 2, .low = 1, .high = 3, .interval = true}},
                          {"response_ns.p99", Summary{}}};
  std::cout << to_results_json(run).dump(1) << '\n';
}
