#include "process/proc_stat.h"

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>

namespace assay::process {
namespace {

TEST(ProcStat, TellsAboutThisProcessWhateverItsName) {
  prctl(PR_SET_NAME, "a) Z 1 (b");
  const auto stat = proc_stat(getpid());
  prctl(PR_SET_NAME, "process_test");
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->state, 'R');
  EXPECT_EQ(stat->parent, getppid());
  EXPECT_GT(stat->started_ticks, 0U);
  EXPECT_EQ(stat->started_ticks, proc_stat(getpid())->started_ticks);
}

TEST(ProcStat, CountsTheCpuTimeThatIsUsed) {
  const auto before = proc_stat(getpid());
  const std::clock_t start = std::clock();
  while (std::clock() - start < CLOCKS_PER_SEC / 4) {
  }
  const auto ticks = proc_stat(getpid())->cpu_ticks - before->cpu_ticks;
  EXPECT_GE(ticks, static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK)) / 5);
}

TEST(ProcStat, KnowsAChildUntilItIsReaped) {
  std::string program = "/bin/sleep";
  std::string time = "1000";
  char* const words[] = {program.data(), time.data(), nullptr};
  pid_t child = 0;
  ASSERT_EQ(posix_spawn(&child, program.c_str(), nullptr, nullptr, words, environ), 0);
  const auto there = [&] {
    const std::vector<pid_t> all = all_processes();
    return std::find(all.begin(), all.end(), child) != all.end();
  };
  EXPECT_TRUE(there());
  EXPECT_EQ(proc_stat(child)->parent, getpid());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(there());
  EXPECT_FALSE(proc_stat(child));
}

}  // namespace
}  // namespace assay::process
