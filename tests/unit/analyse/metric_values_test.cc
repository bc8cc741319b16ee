#include <gtest/gtest.h>

#include <limits>

#include "analyse/analyse.h"
#include "example_cell.h"
#include "matrix/metrics.h"

namespace assay::analyse {
namespace {

std::optional<double> first(const results::CellResult& cell, const std::string& metric) {
  return by_round(cell, metric, 6).front();
}

TEST(MetricValues, AreTakenByName) {
  results::CellResult cell = good_cell();
  results::Repeat& repeat = cell.repeats[0];
  repeat.response_ns.p99 = 3e6;
  repeat.service_ns.p99_9 = 4e6;
  repeat.errors = {{"timeout", 2}, {"failed", 1}};
  repeat.resources["server"] = {
      .cpu_seconds = 3, .rss_bytes = 77, .read_bytes = 78, .written_bytes = 79};
  EXPECT_EQ(first(cell, "ops_per_second"), 500);
  EXPECT_EQ(first(cell, "response_ns.p99"), 3e6);
  EXPECT_EQ(first(cell, "service_ns.p99_9"), 4e6);
  EXPECT_EQ(first(cell, "errors"), 3);
  EXPECT_EQ(first(cell, "client.cpu_cores"), 0.5);       // 1 s of CPU in 2 s
  EXPECT_EQ(first(cell, "client.cpu_us_per_op"), 1000);  // 1 s of CPU for 1000 operations
  EXPECT_EQ(first(cell, "client.rss_bytes"), 1048576);
  EXPECT_EQ(first(cell, "server.cpu_cores"), 1.5);
  EXPECT_EQ(first(cell, "server.rss_bytes"), 77);
  EXPECT_EQ(first(cell, "server.read_bytes"), 78);
  EXPECT_EQ(first(cell, "server.written_bytes"), 79);
}

TEST(MetricValues, EveryMetricAMatrixMayNameHasAValueInAGoodRepeat) {
  results::CellResult cell = good_cell();
  cell.repeats[0].resources["server"] = cell.repeats[0].resources["client"];
  cell.repeats[0].open = {500, 1, 1000, 250, 0, false, cell.repeats[0].service_ns};
  for (const std::string& name : matrix::metric_names()) {
    EXPECT_TRUE(first(cell, name)) << name;
  }
}

TEST(MetricValues, AreIndexedByRoundWhateverTheOrderOfRepeats) {
  results::CellResult cell;
  for (const std::uint32_t round : {3U, 1U, 9U}) {
    cell.repeats.push_back(good_repeat(round));
    cell.repeats.back().ops_per_second = 100.0 + round;
  }
  const std::vector<std::optional<double>> expected{std::nullopt, 101, std::nullopt, 103};
  EXPECT_EQ(by_round(cell, "ops_per_second", 4), expected);
}

// row 5: what is not there is null, never 0.
TEST(MetricValues, AreAbsentForFailedBlocksMissingPartsAndUnprintableFigures) {
  results::CellResult cell = good_cell();
  EXPECT_EQ(first(cell, "server.cpu_cores"), std::nullopt);
  EXPECT_EQ(first(cell, "response_ns.p42"), std::nullopt);
  EXPECT_EQ(first(cell, "nothing"), std::nullopt);
  cell.repeats[0].response_ns.p99 = std::nullopt;
  EXPECT_EQ(first(cell, "response_ns.p99"), std::nullopt);
  cell.repeats[0].operations = 0;
  EXPECT_EQ(first(cell, "client.cpu_us_per_op"), std::nullopt);
  cell.repeats[0].seconds = 0;
  EXPECT_EQ(first(cell, "client.cpu_cores"), std::nullopt);
  cell.repeats[0].ops_per_second = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first(cell, "ops_per_second"), std::nullopt);
  cell.repeats[1].failure = engine::Failure{"load", "gone"};
  EXPECT_EQ(by_round(cell, "errors", 6)[1], std::nullopt);
}

TEST(MetricValues, OnlyRatesAreBetterWhenGreater) {
  EXPECT_TRUE(greater_is_better("ops_per_second"));
  for (const char* name : {"response_ns.p50", "client.cpu_us_per_op", "errors", "unheard_of"}) {
    EXPECT_FALSE(greater_is_better(name)) << name;
  }
}

TEST(Analyse, SummarisesWhatThereIs) {
  results::Run run = run_of({cell_with_rates({100, 110, 120, 130, 140, 150})});
  run.cells[0].repeats[2].response_ns.p99_9 = std::nullopt;
  analyse(run);
  const auto& summary = run.cells[0].summary;
  EXPECT_EQ(summary.at("ops_per_second").median, 125);
  EXPECT_EQ(summary.at("ops_per_second").low, 100);
  EXPECT_EQ(summary.at("ops_per_second").high, 150);
  EXPECT_TRUE(summary.at("ops_per_second").interval);
  EXPECT_EQ(summary.at("client.cpu_cores").median, 0.5);
  EXPECT_FALSE(summary.at("response_ns.p99_9").interval);  // five repeats have it
  EXPECT_FALSE(summary.contains("server.cpu_cores"));
}

// row 5: a cell without any measurement.
TEST(Analyse, ACellWithoutRepeatsHasNullFigures) {
  results::Run run = run_of({good_cell(0)});
  analyse(run);
  const auto& summary = run.cells[0].summary;
  EXPECT_EQ(summary.at("ops_per_second").median, std::nullopt);
  EXPECT_EQ(summary.at("response_ns.p99").low, std::nullopt);
  EXPECT_FALSE(run.cells[0].failed);
}

TEST(Analyse, TwiceIsTheSameAsOnce) {
  results::Run run = run_of({cell_with_rates({1, 2, 3, 4, 5, 6})});
  analyse(run);
  const auto once = results::to_results_json(run);
  analyse(run);
  EXPECT_EQ(results::to_results_json(run), once);
}

}  // namespace
}  // namespace assay::analyse
