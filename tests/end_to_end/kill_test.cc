// A run killed with -9 at any moment loses no finished block and leaves nothing behind.
#include <fmt/core.h>

#include <csignal>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include "program.h"
#include "results/journal.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::results::Journal;
namespace fs = std::filesystem;

// Of two blocks each; a kill comes after one to three blocks and a moment.
constexpr int rounds_per_kill = 6;

class Kill : public Program {
 protected:
  // Kills and resumes one run until it was killed `times` times, then lets it finish.
  void kill_and_resume(int times, std::uint32_t seed);

  // The rate of each finished block by "CELL (round N"; nullopt for one that failed.
  using Rates = std::map<std::string, std::optional<double>>;

  static Rates rates(const assay::results::Run& run) {
    Rates found;
    for (const auto& cell : run.cells) {
      for (const auto& repeat : cell.repeats) {
        found[fmt::format("{} (round {}", cell.cell.id, repeat.round + 1)] = repeat.ops_per_second;
      }
    }
    return found;
  }
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
  std::uniform_int_distribution<std::size_t> blocks(1, 3);
  std::uniform_int_distribution<int> moment_ms(0, 300);
  const int rounds = times * rounds_per_kill;
  write("m.yaml", matrix_of_sqlite(rounds));
  std::vector<std::string> arguments{"run", "m.yaml", "--out", "out"};
  Rates finished;
  for (int count = 0; count < times; ++count) {
    const pid_t pid = start(arguments);
    const std::size_t wanted = blocks(random);
    ASSERT_TRUE(
        eventually([&] { return reported_blocks().size() >= wanted; }, std::chrono::seconds(60)));
    // Any moment of a block: not waited for, but chosen.
    std::this_thread::sleep_for(std::chrono::milliseconds(moment_ms(random)));
    kill(pid, SIGKILL);
    const Outcome outcome = finish(pid);
    ASSERT_EQ(outcome.code, 128 + SIGKILL) << "it ended before it was killed: " << outcome.errors;
    ASSERT_TRUE(eventually([this] { return left_over().empty(); }, std::chrono::seconds(10)))
        << "after kill " << count;
    const Rates now = rates(Journal::open(folder() / "out").read());
    for (const std::string& block : reported_blocks()) {
      EXPECT_FALSE(finished.contains(block)) << block << " was measured again after kill " << count;
      EXPECT_TRUE(now.contains(block)) << block << " was lost by kill " << count;
    }
    for (const auto& [block, rate] : finished) {
      EXPECT_EQ(now.at(block), rate) << block << " after kill " << count;
    }
    EXPECT_GT(now.size(), finished.size());
    finished = now;
    arguments = {"run", "m.yaml", "--out", "out", "--resume"};
  }
  const Outcome last = run(arguments);
  // A block may have failed on a machine too busy for its window; it is not lost for that.
  ASSERT_TRUE(last.code == 0 || last.code == 1) << last.errors;
  const Rates all = rates(assay::results::read_results(folder() / "out"));
  EXPECT_EQ(all.size(), 2U * static_cast<std::size_t>(rounds));
  for (const auto& [block, rate] : finished) {
    EXPECT_EQ(all.at(block), rate) << block;
  }
}

TEST_F(Kill, ThreeTimesAtRandomMomentsLosesNothingFinished) { kill_and_resume(3, 1); }

// A long proof, labelled so.
TEST_F(Kill, LongAHundredTimesAtRandomMomentsLosesNothingFinished) { kill_and_resume(100, 2); }

TEST_F(Kill, AWorkerKilledInABlockFailsThatBlockOnly) {
  write("m.yaml", matrix_of_sqlite(2));
  const pid_t pid = start({"run", "m.yaml", "--out", "out", "--set", "timing.measure=2s"});
  // Before the first block there is one that measures the engine alone.
  ASSERT_TRUE(eventually([this] { return !reported_blocks().empty(); }, std::chrono::seconds(60)));
  bool killed = false;
  ASSERT_TRUE(eventually(
      [&] {
        for (const pid_t worker : processes("--serve")) {
          killed = kill(worker, SIGKILL) == 0 || killed;
        }
        return killed;
      },
      std::chrono::seconds(60)));
  const Outcome outcome = finish(pid);
  EXPECT_EQ(outcome.code, 1) << outcome.errors;
  std::vector<std::string> failures;
  for (const auto& cell : assay::results::read_results(folder() / "out").cells) {
    for (const auto& repeat : cell.repeats) {
      if (repeat.failure) {
        failures.push_back(repeat.failure->text);
      }
    }
  }
  ASSERT_EQ(failures.size(), 1U) << outcome.errors;
  EXPECT_NE(failures[0].find("signal 9"), std::string::npos) << failures[0];
  EXPECT_TRUE(fs::exists(folder() / "out" / "report.md"));
}

}  // namespace
