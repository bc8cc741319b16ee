// Ctrl-C at each point of a run: exit code 130, the journal kept, nothing left over.
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"
#include "results/journal.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;
namespace fs = std::filesystem;

constexpr std::chrono::seconds patience{60};

class Interrupt : public Program {
 protected:
  // Whether the folder of a block, "cell-1-round-1" or "floor", is there: the block is running.
  bool running(const std::string& block) const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder() / "out", ignored)) {
      if (fs::exists(entry.path() / block)) {
        return true;
      }
    }
    return false;
  }

  Outcome interrupted(pid_t pid) const {
    kill(pid, SIGINT);
    Outcome outcome = finish(pid);
    EXPECT_EQ(outcome.code, 130) << outcome.errors;
    EXPECT_TRUE(fs::exists(folder() / "out" / "journal.sqlite"));
    EXPECT_EQ(left_over(), std::vector<std::string>());
    return outcome;
  }

  nlohmann::json results() const {
    return nlohmann::json::parse(std::ifstream(folder() / "out" / "results.json"));
  }
};

TEST_F(Interrupt, BeforeTheFirstBlock) {
  write("m.yaml", small_matrix(1));
  const pid_t pid = start({"run", "m.yaml", "--out", "out"});
  ASSERT_TRUE(eventually([this] { return running("floor"); }, patience));
  interrupted(pid);
  EXPECT_TRUE(reported_blocks().empty());
  const Outcome resumed = run({"run", "m.yaml", "--out", "out", "--resume"});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_EQ(reported_blocks().size(), 2U);
  EXPECT_TRUE(results().at("machine").at("engine_floor_ns").is_number());
}

TEST_F(Interrupt, InABlockWhichEndsEarlyAndIsNotRecorded) {
  write("m.yaml", replaced(small_matrix(1), "measure: 200ms", "measure: 60s"));
  const auto begin = std::chrono::steady_clock::now();
  const pid_t pid = start({"run", "m.yaml", "--out", "out", "--filter", "payload=10"});
  ASSERT_TRUE(eventually([this] { return running("cell-1-round-1"); }, patience));
  interrupted(pid);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50));
  EXPECT_TRUE(reported_blocks().empty());
  EXPECT_TRUE(assay::results::Journal::open(folder() / "out").finished().empty());
}

// gnuplot here says that it was started, takes its time and fails, as the one does that the same
// Ctrl-C has ended.
TEST_F(Interrupt, WhileTheReportIsMade) {
  fs::create_directory(folder() / "path");
  const fs::path gnuplot = write("path/gnuplot",
                                 "#!/bin/sh\n"
                                 "echo drawing >> \"" +
                                     (folder() / "drawing").string() +
                                     "\"\n"
                                     "sleep 2\n"
                                     "exit 1\n");
  fs::permissions(gnuplot, fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", ((folder() / "path").string() + ":" + path).c_str(), 1);
  write("m.yaml", small_matrix(1));
  const pid_t pid = start({"run", "m.yaml", "--out", "out"});
  setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(eventually([this] { return fs::exists(folder() / "drawing"); }, patience));
  const Outcome outcome = interrupted(pid);
  EXPECT_NE(outcome.errors.find(" report " + (folder() / "out").string()), std::string::npos)
      << outcome.errors;
  EXPECT_EQ(run({"report", "out"}).code, 0);
  const nlohmann::json all = results();
  for (const auto& cell : all.at("cells")) {
    EXPECT_EQ(cell.at("repeats").size(), 1U);
  }
}

}  // namespace
