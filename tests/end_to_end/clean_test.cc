// assay clean takes away what a killed run left, and nothing else.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/process_tree.h"
#include "program.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;
using assay::end_to_end::Streams;
namespace fs = std::filesystem;

constexpr std::chrono::seconds patience{60};

class Clean : public Program {
 protected:
  // In a temporary folder of its own, which holds no other test's.
  void SetUp() override {
    Program::SetUp();
    fs::create_directory(folder() / "tmp");
    setenv("TMPDIR", (folder() / "tmp").c_str(), 1);
  }

  // Work folders in the folder of a run.
  std::vector<fs::path> work_folders(const std::string& run) const {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder() / run, ignored)) {
      if (entry.path().filename().string().starts_with("work-")) {
        found.push_back(entry.path());
      }
    }
    return found;
  }

  // Kills a run together with all that would clean up after it: what it started, but no worker.
  void kill_whole(pid_t pid) const {
    std::vector<pid_t> cleaners = assay::engine::descendants(pid);
    const std::vector<pid_t> workers = processes("--serve");
    std::erase_if(cleaners, [&](pid_t each) {
      return std::find(workers.begin(), workers.end(), each) != workers.end();
    });
    ASSERT_FALSE(cleaners.empty());
    for (const int signal : {SIGSTOP, SIGKILL}) {
      for (const pid_t each : cleaners) {
        kill(each, signal);
      }
    }
    kill(pid, SIGKILL);
    EXPECT_EQ(finish(pid).code, 128 + SIGKILL);
  }
};

TEST_F(Clean, RemovesWhatAKilledRunLeftAndNothingElse) {
  write("m.yaml", replaced(small_matrix(1), "measure: 200ms", "measure: 20s"));
  const pid_t killed = start({"run", "m.yaml", "--out", "out"});
  ASSERT_TRUE(eventually([this] { return !processes("--serve").empty(); }, patience));
  kill_whole(killed);
  ASSERT_FALSE(work_folders("out").empty());
  const std::vector<pid_t> orphans = processes("");

  const Streams streams{.output = "living-output", .errors = "living-errors"};
  const pid_t living = start({"run", "m.yaml", "--out", "living"}, streams);
  ASSERT_TRUE(eventually([this] { return !work_folders("living").empty(); }, patience));
  const fs::path working = work_folders("living").at(0);
  for (const char* ours :
       {"out/work-notes", "out/work-2026", "work-2026", "tmp/assay-7", "other"}) {
    fs::create_directories(folder() / ours);
  }

  const Outcome said = run({"clean", "--dry-run", "--json", "."});
  EXPECT_EQ(said.code, 0) << said.errors;
  const auto plan = nlohmann::json::parse(said.output);
  EXPECT_EQ(plan.at("folders").size(), 2U) << "data and sockets: " << said.output;
  EXPECT_FALSE(work_folders("out").empty());

  const Outcome done = run({"clean", "."});
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_NE(done.output.find("removed "), std::string::npos) << done.output;
  EXPECT_TRUE(fs::exists(working));
  for (const char* ours :
       {"out/work-notes", "out/work-2026", "work-2026", "tmp/assay-7", "other"}) {
    EXPECT_TRUE(fs::remove(folder() / ours)) << ours;
  }
  EXPECT_TRUE(work_folders("out").empty());
  EXPECT_TRUE(eventually(
      [&] {
        const std::vector<pid_t> still = processes("");
        return std::none_of(orphans.begin(), orphans.end(), [&](pid_t each) {
          return std::find(still.begin(), still.end(), each) != still.end();
        });
      },
      patience));
  EXPECT_TRUE(fs::exists(folder() / "out" / "journal.sqlite"));
  kill(living, SIGINT);
  EXPECT_EQ(finish(living, streams).code, 130);

  const Outcome nothing = run({"clean", "--dry-run", "."});
  EXPECT_EQ(nothing.code, 0);
  EXPECT_EQ(nothing.output, "nothing was left behind\n");
}

}  // namespace
