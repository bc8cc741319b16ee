// What a plugin does wrong fails its own cell, by name, and the run goes on.
#include <fmt/core.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "observe/process.h"
#include "program.h"

namespace {

using assay::end_to_end::content;
using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;
namespace fs = std::filesystem;

class Fault : public Program {
 protected:
  // A cell without a fault and one with it. Expects that the run ends with 1 and the first is well.
  Outcome run_with(const std::string& fault) const {
    write("m.yaml", fmt::format("name: faults\n"
                                "rounds: 1\n"
                                "timing: {{warmup: 50ms, measure: 200ms, deadline: 500ms, "
                                "phase_deadline: 10s}}\n"
                                "backends:\n"
                                "  faults: {{plugin: faults}}\n"
                                "axes:\n"
                                "  backend: faults\n"
                                "  durability: none\n"
                                "  workload: cache.get\n"
                                "  settings.fault: [none, {}]\n"
                                "parameters: {{keys: 100}}\n"
                                "tables:\n"
                                "  - {{name: all, rows: settings.fault, columns: backend}}\n",
                                fault));
    Outcome outcome = run({"run", "m.yaml", "--out", "out", "--plugin-path", ASSAY_FAULTS_FOLDER});
    EXPECT_EQ(outcome.code, 1) << outcome.errors;
    EXPECT_EQ(cell(0).at("failed"), false) << outcome.errors;
    EXPECT_GT(cell(0).at("repeats").at(0).at("operations"), 0);
    EXPECT_EQ(cell(1).at("failed"), true);
    return outcome;
  }

  nlohmann::json cell(std::size_t index) const {
    return nlohmann::json::parse(std::ifstream(folder() / "out" / "results.json"))
        .at("cells")
        .at(index);
  }

  std::string failure(std::size_t index) const {
    const nlohmann::json repeat = cell(index).at("repeats").at(0);
    return repeat.at("failure").is_null() ? "" : repeat.at("failure").at("text");
  }
};

TEST_F(Fault, AHangIsNamedWithItsPhaseAndDeadline) {
  const Outcome outcome = run_with("get_hangs");
  EXPECT_NE(failure(1).find("plugin faults hangs in "), std::string::npos) << failure(1);
  EXPECT_NE(failure(1).find("the deadline of an operation is 0.5 s"), std::string::npos);
  EXPECT_TRUE(cell(1).at("summary").at("ops_per_second").at("median").is_null());
  EXPECT_NE(outcome.errors.find(failure(1)), std::string::npos) << outcome.errors;
}

TEST_F(Fault, ACrashIsNamedWithItsSignalAndItsLogsAreKept) {
  const Outcome outcome = run_with("get_crashes");
  EXPECT_NE(failure(1).find("signal 11"), std::string::npos) << failure(1);
  const std::string before = "the logs are in ";
  const std::size_t begin = failure(1).find(before);
  ASSERT_NE(begin, std::string::npos) << failure(1);
  const std::size_t name = begin + before.size();
  const fs::path logs =
      folder() / "out" / failure(1).substr(name, failure(1).find(' ', name) - name);
  EXPECT_NE(content(logs / "worker-0.log").find("faults: a session opens"), std::string::npos)
      << logs;
  EXPECT_NE(outcome.errors.find(failure(1)), std::string::npos) << outcome.errors;
}

// measurement.md's row 13: answers that all say "not there" are no operations, however fast.
TEST_F(Fault, ABackendThatFindsNothingHasNoRate) {
  const Outcome outcome = run_with("get_not_found");
  const nlohmann::json repeat = cell(1).at("repeats").at(0);
  EXPECT_EQ(repeat.at("operations"), 0);
  EXPECT_EQ(repeat.at("ops_per_second"), 0);
  EXPECT_GT(repeat.at("errors").at("not_found"), 0);
  EXPECT_NE(outcome.output.find("not_found"), std::string::npos) << outcome.output;
}

TEST_F(Fault, AStoppedWorkerFailsItsBlockOnly) {
  write("m.yaml",
        replaced(replaced(small_matrix(2), "measure: 200ms", "measure: 6s, deadline: 500ms"),
                 "[10, 100]", "10"));
  const pid_t pid = start({"run", "m.yaml", "--out", "out"});
  // Its own start takes less than this; the loop, which never waits, takes it at once.
  constexpr double in_the_loop_s = 1;
  bool stopped = false;
  ASSERT_TRUE(eventually(
      [&] {
        for (const pid_t worker : processes("--serve")) {
          const auto sample = assay::observe::sample_process(worker);
          if (!stopped && sample && sample->cpu_seconds > in_the_loop_s) {
            stopped = kill(worker, SIGSTOP) == 0;
          }
        }
        return stopped;
      },
      std::chrono::seconds(60)));
  const Outcome outcome = finish(pid);
  EXPECT_EQ(outcome.code, 1) << outcome.errors;
  EXPECT_NE(failure(0).find("stopped answering"), std::string::npos) << failure(0);
  EXPECT_TRUE(cell(0).at("repeats").at(1).at("failure").is_null());
}

}  // namespace
