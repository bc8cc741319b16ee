// assay run and report, as a user types them.
#include <fmt/core.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::small_matrix;
namespace fs = std::filesystem;

class Run : public Program {
 protected:
  nlohmann::json results(const std::string& run = "out") const {
    return nlohmann::json::parse(std::ifstream(folder() / run / "results.json"));
  }

  std::string report(const std::string& run = "out") const {
    std::ostringstream text;
    text << std::ifstream(folder() / run / "report.md").rdbuf();
    return text.str();
  }

  std::size_t finished_blocks() const {
    std::ifstream errors(folder() / "errors");
    std::size_t count = 0;
    for (std::string line; std::getline(errors, line);) {
      count += line.find("(round ") != std::string::npos ? 1 : 0;
    }
    return count;
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
  EXPECT_EQ(finished_blocks(), 4U) << outcome.errors;
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
  write("m.yaml", small_matrix(1));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const nlohmann::json all = results();
  bool marked = false;
  for (const auto& cell : all.at("cells")) {
    marked |= !cell.at("marks").empty();
  }
  EXPECT_EQ(run({"report", "out", "--strict"}).code, marked ? 1 : 0);
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

TEST_F(Run, CtrlCKeepsTheJournalAndResumeGoesOn) {
  write("m.yaml", small_matrix(20));
  const pid_t pid = start({"run", "m.yaml", "--out", "out"});
  ASSERT_TRUE(eventually([this] { return finished_blocks() >= 3; }, std::chrono::seconds(30)));
  kill(pid, SIGINT);
  const Outcome stopped = finish(pid);
  EXPECT_EQ(stopped.code, 130);
  EXPECT_NE(stopped.errors.find("--resume"), std::string::npos) << stopped.errors;
  const std::size_t before = finished_blocks();
  ASSERT_LT(before, 40U);
  const Outcome resumed = run({"run", "m.yaml", "--out", "out", "--resume"});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_LE(finished_blocks(), 40U - before);
  const nlohmann::json all = results();
  for (const auto& cell : all.at("cells")) {
    EXPECT_EQ(cell.at("repeats").size(), 20U);
  }
}

TEST_F(Run, ResumeRefusesAnotherMatrixAndSaysWhatChanged) {
  write("m.yaml", small_matrix(2));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const Outcome other = run({"run", "m.yaml", "--out", "out", "--resume", "--rounds", "3"});
  EXPECT_EQ(other.code, 4);
  EXPECT_NE(other.errors.find("rounds"), std::string::npos) << other.errors;
}

TEST_F(Run, RefusesAFolderThatHoldsARunAlready) {
  write("m.yaml", small_matrix(1));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const Outcome again = run({"run", "m.yaml", "--out", "out"});
  EXPECT_EQ(again.code, 3);
  EXPECT_NE(again.errors.find("--resume"), std::string::npos) << again.errors;
}

TEST_F(Run, RefusesAFolderThatAnotherRunIsUsing) {
  write("m.yaml", small_matrix(40));
  const pid_t first = start({"run", "m.yaml", "--out", "out"});
  ASSERT_TRUE(eventually([this] { return finished_blocks() >= 1; }, std::chrono::seconds(30)));
  fs::create_directory(folder() / "second");
  const Outcome second = [&] {
    return Program::run({"run", "m.yaml", "--out", "out", "--resume", "--quiet"});
  }();
  EXPECT_EQ(second.code, 3) << second.errors;
  EXPECT_NE(second.errors.find(std::to_string(first)), std::string::npos) << second.errors;
  kill(first, SIGINT);
  EXPECT_EQ(finish(first).code, 130);
}

}  // namespace
