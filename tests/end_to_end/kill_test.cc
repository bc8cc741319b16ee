// A run killed with -9 at any moment loses no finished block and leaves nothing behind.
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "program.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
namespace fs = std::filesystem;

class Kill : public Program {
 protected:
  // Kills and resumes one run until it was killed `times` times, then lets it finish.
  void kill_and_resume(int times, std::uint32_t seed);
};

std::string matrix_of_sqlite(int rounds) {
  return "name: killed\n"
         "rounds: " +
         std::to_string(rounds) +
         "\n"
         "timing: {warmup: 100ms, measure: 50ms}\n"
         "backends:\n"
         "  sqlite: {plugin: sqlite}\n"
         "axes:\n"
         "  backend: sqlite\n"
         "  durability: process\n"
         "  workload: [cache.get, cache.put]\n"
         "parameters: {keys: 100}\n"
         "topology: {processes: 2}\n"
         "tables:\n"
         "  - {name: all, rows: [workload], columns: [backend]}\n";
}

void Kill::kill_and_resume(int times, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> moment_ms(20, 900);
  write("m.yaml", matrix_of_sqlite(times * 3));
  std::set<std::string> finished;
  bool begun = false;
  for (int count = 0; count < times; ++count) {
    std::vector<std::string> arguments{"run", "m.yaml", "--out", "out"};
    begun = begun || fs::exists(folder() / "out" / "journal.sqlite");
    if (begun) {
      arguments.emplace_back("--resume");
    }
    const pid_t pid = start(arguments);
    std::this_thread::sleep_for(std::chrono::milliseconds(moment_ms(random)));
    kill(pid, SIGKILL);
    const Outcome outcome = finish(pid);
    for (const std::string& block : reported_blocks()) {
      EXPECT_FALSE(finished.contains(block)) << block << " was measured again after kill " << count;
      finished.insert(block);
    }
    ASSERT_TRUE(outcome.code == 128 + SIGKILL || outcome.code <= 1) << outcome.errors;
    ASSERT_TRUE(eventually([this] { return left_over().empty(); }, std::chrono::seconds(10)))
        << "after kill " << count;
  }
  std::vector<std::string> arguments{"run", "m.yaml", "--out", "out"};
  if (fs::exists(folder() / "out" / "journal.sqlite")) {
    arguments.emplace_back("--resume");
  }
  const Outcome last = run(arguments);
  // A block may have failed on a machine too busy for its window; it is not lost for that.
  ASSERT_TRUE(last.code == 0 || last.code == 1) << last.errors;
  const auto all = nlohmann::json::parse(std::ifstream(folder() / "out" / "results.json"));
  for (const auto& cell : all.at("cells")) {
    std::set<int> rounds;
    for (const auto& repeat : cell.at("repeats")) {
      rounds.insert(repeat.at("round").get<int>());
    }
    EXPECT_EQ(rounds.size(), static_cast<std::size_t>(times * 3)) << cell.at("id");
  }
}

TEST_F(Kill, ThreeTimesAtRandomMomentsLosesNothingFinished) { kill_and_resume(3, 1); }

// A long proof, labelled so.
TEST_F(Kill, LongAHundredTimesAtRandomMomentsLosesNothingFinished) { kill_and_resume(100, 2); }

TEST_F(Kill, AWorkerKilledInABlockFailsThatBlockOnly) {
  write("m.yaml", matrix_of_sqlite(8));
  const pid_t pid = start({"run", "m.yaml", "--out", "out", "--set", "timing.measure=300ms"});
  // Before the first block there is one that measures the engine alone.
  ASSERT_TRUE(eventually([this] { return !reported_blocks().empty(); }, std::chrono::seconds(20)));
  bool killed = false;
  ASSERT_TRUE(eventually(
      [&] {
        for (const pid_t worker : processes("--serve")) {
          killed = kill(worker, SIGKILL) == 0 || killed;
        }
        return killed;
      },
      std::chrono::seconds(20)));
  const Outcome outcome = finish(pid);
  EXPECT_EQ(outcome.code, 1) << outcome.errors;
  EXPECT_NE(outcome.errors.find("signal 9"), std::string::npos) << outcome.errors;
  EXPECT_TRUE(fs::exists(folder() / "out" / "report.md"));
}

}  // namespace
