// Open loads from the matrix to the report.
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using assay::end_to_end::content;
using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using nlohmann::json;

class Open : public Program {
 protected:
  json results() const { return json::parse(std::ifstream(folder() / "out" / "results.json")); }

  std::string report() const { return content(folder() / "out" / "report.md"); }
};

// At rates that any machine keeps.
constexpr const char* two_backends =
    "name: open\n"
    "rounds: 2\n"
    "timing: {warmup: 20ms, measure: 200ms}\n"
    "backends: {noop: {}, sqlite: {durability: process}}\n"
    "axes: {workload: cache.get, open: [closed, 200, {of_slowest: [0.01, 0.02]}]}\n"
    "parameters: {keys: 100}\n"
    "tables:\n"
    "  - {name: offered, rows: open, columns: backend, metric: open.offered_per_second}\n"
    "  - {name: delay, rows: open, columns: backend, metric: generator_ns.p50}\n";

TEST_F(Open, OffersEveryBackendSharesOfWhatTheSlowestDoesAndSaysSo) {
  write("m.yaml", two_backends);
  const Outcome outcome = run({"run", "m.yaml", "--out", "out"});
  ASSERT_TRUE(outcome.code == 0 || outcome.errors.find("generator was late") != std::string::npos)
      << outcome.errors;
  const json all = results();
  double slowest = 1e12;
  ASSERT_EQ(all.at("calibrations").size(), 2U);
  for (const json& each : all.at("calibrations")) {
    EXPECT_EQ(each.at("group"), "cache.get/keys=100/p1t1c1d0");
    std::vector<double> rates = each.at("ops_per_second");
    ASSERT_EQ(rates.size(), 3U);
    std::sort(rates.begin(), rates.end());
    slowest = std::min(slowest, rates[1]);
  }
  std::size_t offered = 0;
  for (const json& cell : all.at("cells")) {
    for (const json& repeat : cell.at("repeats")) {
      if (cell.at("load") == "closed") {
        EXPECT_TRUE(repeat.at("open").is_null());
      } else if (repeat.at("failure").is_null()) {
        const json& share = cell.at("load").at("of_slowest");
        EXPECT_DOUBLE_EQ(repeat.at("open").at("offered_per_second"),
                         share.is_null() ? 200 : share.get<double>() * slowest);
        EXPECT_GT(repeat.at("service_ns").at("p50"), 0);
        ++offered;
      }
    }
  }
  EXPECT_GT(offered, 0U);
  for (const char* part : {"## Open loads", "generator p50", "| closed loop | backend | ops/s |",
                           "cache.get/keys=100/p1t1c1d0 | noop |", "| this |"}) {
    EXPECT_NE(report().find(part), std::string::npos) << part << "\n" << report();
  }
  EXPECT_EQ(shell(std::string(ASSAY_PYTHON) +
                  " " ASSAY_SOURCE_FOLDER "/tests/unit/matrix/validate.py " ASSAY_SOURCE_FOLDER
                  "/docs/results.schema.json out/results.json > verdict"),
            0);
  EXPECT_EQ(content(folder() / "verdict"), "valid\n");
}

TEST_F(Open, ThePlanCountsTheClosedLoopsThatSharesNeed) {
  write("m.yaml", two_backends);
  const Outcome outcome = run({"run", "m.yaml", "--dry-run"});
  EXPECT_NE(outcome.output.find("before the rounds 6 blocks of closed loops"), std::string::npos)
      << outcome.output;
  EXPECT_NE(outcome.output.find("8 cells x 2 rounds = 16 blocks"), std::string::npos);
  const json plan = json::parse(run({"run", "m.yaml", "--dry-run", "--json"}).output);
  EXPECT_EQ(plan.at("calibration_blocks"), 6);
  EXPECT_EQ(plan.at("expected_seconds"), static_cast<int>((6 + 16) * 0.42));
}

TEST_F(Open, ARunThatGoesOnOffersTheRatesItBeganWith) {
  write("m.yaml", two_backends);
  const pid_t pid = start({"run", "m.yaml", "--out", "out"});
  EXPECT_TRUE(eventually([&] { return reported_blocks().size() >= 8; }, std::chrono::seconds(60)));
  kill(pid, SIGINT);
  EXPECT_EQ(finish(pid).code, 130);
  ASSERT_LE(run({"report", "out"}).code, 1);
  const json before = results().at("calibrations");
  ASSERT_LE(run({"run", "m.yaml", "--out", "out", "--resume"}).code, 1);
  EXPECT_EQ(results().at("calibrations"), before);
  const json after = results();
  for (const json& cell : after.at("cells")) {
    EXPECT_EQ(cell.at("repeats").size(), 2U);
  }
}

}  // namespace
