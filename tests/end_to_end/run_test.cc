// assay run and report, as a user types them.
#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using assay::end_to_end::content;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;
namespace fs = std::filesystem;

class Run : public Program {
 protected:
  nlohmann::json results(const std::string& run = "out") const {
    return nlohmann::json::parse(std::ifstream(folder() / run / "results.json"));
  }

  std::string report(const std::string& run = "out") const {
    return content(folder() / run / "report.md");
  }
};

TEST_F(Run, EndsByPrintingTheTablesAndTheReportsPath) {
  write("m.yaml", small_matrix(6));
  const Outcome outcome = run({"run", "m.yaml", "--out", "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_NE(outcome.output.find("Reads ("), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("report: " + (folder() / "out" / "report.md").string()),
            std::string::npos);
  for (const char* file : {"results.json", "report.md", "report.csv", "table-reads.svg"}) {
    EXPECT_TRUE(fs::exists(folder() / "out" / file)) << file;
  }
}

TEST_F(Run, WritesEveryBlockOfEveryRoundWithItsFigures) {
  write("m.yaml", small_matrix(6));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const nlohmann::json all = results();
  EXPECT_EQ(all.at("schema"), 1);
  EXPECT_EQ(all.at("run").at("matrix"), "small");
  ASSERT_EQ(all.at("cells").size(), 2U);
  for (const auto& cell : all.at("cells")) {
    ASSERT_EQ(cell.at("repeats").size(), 6U);
    for (const auto& repeat : cell.at("repeats")) {
      EXPECT_GT(repeat.at("operations").get<std::int64_t>(), 0);
      EXPECT_NEAR(repeat.at("ops_per_second").get<double>(),
                  repeat.at("operations").get<double>() / repeat.at("seconds").get<double>(),
                  repeat.at("ops_per_second").get<double>() * 1e-6);
      const auto& ns = repeat.at("response_ns");
      EXPECT_LE(ns.at("min"), ns.at("p50"));
      EXPECT_LE(ns.at("p50"), ns.at("p99"));
      EXPECT_LE(ns.at("p99"), ns.at("max"));
    }
    EXPECT_TRUE(cell.at("summary").at("ops_per_second").at("low").is_number());
  }
  EXPECT_TRUE(all.at("machine").at("engine_floor_ns").is_number());
}

TEST_F(Run, PrintsOnePlainLineABlockWhereThereIsNoTerminal) {
  write("m.yaml", small_matrix(2));
  const Outcome outcome = run({"run", "m.yaml", "--out", "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(reported_blocks().size(), 4U) << outcome.errors;
  EXPECT_EQ(outcome.errors.find('\r'), std::string::npos);
}

TEST_F(Run, DryRunPrintsThePlanAndRunsNothing) {
  write("m.yaml", small_matrix(6));
  const Outcome outcome = run({"run", "m.yaml", "--dry-run"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_NE(outcome.output.find("2 cells x 6 rounds = 12 blocks, about"), std::string::npos)
      << outcome.output;
  EXPECT_FALSE(fs::exists(folder() / "runs"));
  const auto plan = nlohmann::json::parse(run({"run", "m.yaml", "--dry-run", "--json"}).output);
  EXPECT_EQ(plan.at("blocks"), 12);
  EXPECT_GE(plan.at("expected_seconds"), 2);
}

TEST_F(Run, DryRunDoesNotGuessHowLongANumberOfOperationsTakes) {
  write("m.yaml", replaced(small_matrix(6), "measure: 200ms", "operations: 100"));
  const Outcome outcome = run({"run", "m.yaml", "--dry-run"});
  EXPECT_NE(outcome.output.find("12 blocks, each as long as 100 operations take"),
            std::string::npos)
      << outcome.output;
  const auto plan = nlohmann::json::parse(run({"run", "m.yaml", "--dry-run", "--json"}).output);
  EXPECT_TRUE(plan.at("expected_seconds").is_null());
}

TEST_F(Run, TakesItsChangesFromTheCommandLine) {
  write("m.yaml", small_matrix(6));
  const Outcome outcome = run({"run", "m.yaml", "--out", "out", "--rounds", "1", "--seed", "9",
                               "--filter", "payload=100", "--set", "timing.measure=30ms"});
  ASSERT_EQ(outcome.code, 0) << outcome.errors;
  const nlohmann::json all = results();
  EXPECT_EQ(all.at("run").at("seed"), 9);
  ASSERT_EQ(all.at("cells").size(), 1U);
  EXPECT_EQ(all.at("cells").at(0).at("repeats").size(), 1U);
  EXPECT_NE(report().find("range"), std::string::npos);
}

TEST_F(Run, StrictTurnsAMarkIntoExitCodeOne) {
  // Too few operations for the high percentiles: marked on any machine.
  write("m.yaml", replaced(small_matrix(1), "measure: 200ms", "operations: 100"));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const nlohmann::json all = results();
  for (const auto& cell : all.at("cells")) {
    EXPECT_EQ(cell.at("repeats").at(0).at("operations"), 100);
    EXPECT_FALSE(cell.at("marks").empty());
  }
  EXPECT_EQ(run({"report", "out"}).code, 0);
  EXPECT_EQ(run({"report", "out", "--strict"}).code, 1);
}

TEST_F(Run, WritesResultsThatTheSchemaAccepts) {
  write("m.yaml", small_matrix(2));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const std::string command = fmt::format(
      "{} {}/tests/unit/matrix/validate.py {}/docs/results.schema.json {} > verdict", ASSAY_PYTHON,
      ASSAY_SOURCE_FOLDER, ASSAY_SOURCE_FOLDER, (folder() / "out" / "results.json").string());
  EXPECT_EQ(shell(command), 0);
  EXPECT_EQ(content(folder() / "verdict"), "valid\n");
}

TEST_F(Run, ReportMakesTheSameReportAgainAlsoFromResultsAlone) {
  write("m.yaml", small_matrix(2));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const std::string before = report();
  fs::remove(folder() / "out" / "report.md");
  ASSERT_EQ(run({"report", "out"}).code, 0);
  EXPECT_EQ(report(), before);
  fs::create_directory(folder() / "copy");
  fs::copy_file(folder() / "out" / "results.json", folder() / "copy" / "results.json");
  ASSERT_EQ(run({"report", "copy"}).code, 0);
  EXPECT_EQ(report("copy"), before);
  const Outcome table = run({"report", "copy", "--table", "reads"});
  EXPECT_TRUE(table.output.starts_with("| payload | noop |\n")) << table.output;
}

}  // namespace
