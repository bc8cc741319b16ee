#include "engine/leftovers.h"

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "engine/owner.h"
#include "tests/scratch_folder.h"

namespace {

using assay::engine::find_leftovers;
using assay::engine::Leftovers;
using assay::engine::owner_lives;
using assay::engine::owner_tag;
using assay::engine::owner_variable;
namespace fs = std::filesystem;

// Starts `sleep 60` with an owner's tag in its environment.
pid_t sleeper(const std::string& tag) {
  std::string variable = std::string(owner_variable) + "=" + tag;
  char* const environment[] = {variable.data(), nullptr};
  char program[] = "sleep";
  char seconds[] = "60";
  char* const arguments[] = {program, seconds, nullptr};
  pid_t pid = -1;
  EXPECT_EQ(posix_spawn(&pid, "/bin/sleep", nullptr, nullptr, arguments, environment), 0);
  return pid;
}

bool holds(const Leftovers& leftovers, pid_t pid) {
  return std::find(leftovers.processes.begin(), leftovers.processes.end(), pid) !=
         leftovers.processes.end();
}

class LeftoversTest : public testing::Test {
 protected:
  fs::path make(const std::string& name) const {
    fs::create_directories(folder_ / name);
    std::ofstream(folder_ / name / "file") << "content";
    return folder_ / name;
  }

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
};

TEST(Owner, LivesWhileItsProcessDoesAndNotUnderAnotherStart) {
  EXPECT_TRUE(owner_lives(owner_tag()));
  EXPECT_FALSE(owner_lives(std::to_string(getpid()) + "-1"));
  EXPECT_FALSE(owner_lives("999999999-1"));
  EXPECT_FALSE(owner_lives(""));
  EXPECT_FALSE(owner_lives("self-1"));
}

TEST_F(LeftoversTest, FindsOnlyProcessesOfADeadOwner) {
  const pid_t orphan = sleeper("999999999-1");
  const pid_t owned = sleeper(owner_tag());
  Leftovers leftovers;
  // A program's environment is to be seen a moment after its start.
  for (int tries = 0; tries < 1000 && !holds(leftovers, orphan); ++tries) {
    usleep(5000);
    leftovers = find_leftovers({}, folder_);
  }
  EXPECT_TRUE(holds(leftovers, orphan));
  EXPECT_FALSE(holds(leftovers, owned));
  EXPECT_TRUE(assay::engine::remove({{orphan}, {}}).empty());
  int status = 0;
  EXPECT_EQ(waitpid(orphan, &status, 0), orphan);
  EXPECT_TRUE(WIFSIGNALED(status));
  kill(owned, SIGKILL);
  waitpid(owned, &status, 0);
}

TEST_F(LeftoversTest, FindsOnlyFoldersOfADeadOwner) {
  const fs::path dead = make("run/work-999999999-1");
  const fs::path sockets = make("assay-999999999-1-Ab12xY");
  make("run/work-" + owner_tag());
  make("run/work-of-mine");
  make("run/work-2026");
  make("assay-notes");
  make("assay-7");
  const Leftovers leftovers = find_leftovers({folder_}, folder_);
  EXPECT_EQ(leftovers.folders, (std::vector<fs::path>{sockets, dead})) << "each once";
  EXPECT_TRUE(assay::engine::remove({{}, leftovers.folders}).empty());
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(folder_ / "run" / "work-of-mine"));
}

}  // namespace
