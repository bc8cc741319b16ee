#include "observe/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <thread>

namespace assay::observe {
namespace {

void burn_cpu_seconds(double seconds) {
  timespec now{};
  do {
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  } while (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 < seconds);
}

// Runs `body` in a child that then waits to be killed; returns when the body has ended.
template <typename Body>
pid_t child_after(Body body) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // so that grandchildren end with their parent
    body();
    (void)!::write(ends[1], "x", 1);
    while (true) {
      ::pause();
    }
  }
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 1);
  ::close(ends[0]);
  ::close(ends[1]);
  return pid;
}

void end(pid_t pid) {
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
}

constexpr std::int64_t mebibyte = 1024 * 1024;

TEST(Process, SeesCpuTimeAndMemoryOfAnother) {
  const pid_t pid = child_after([] {
    constexpr std::size_t bytes = 32 * mebibyte;
    void* memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memset(memory, 1, bytes);
    burn_cpu_seconds(0.1);
  });
  const auto sample = sample_process(pid);
  end(pid);
  ASSERT_TRUE(sample);
  EXPECT_GE(sample->cpu_seconds, 0.08);
  EXPECT_LE(sample->cpu_seconds, 0.5);
  EXPECT_GE(sample->rss_bytes, 32 * mebibyte);
  EXPECT_GE(sample->peak_rss_bytes, sample->rss_bytes);
}

TEST(Process, GivesNothingForAProcessThatHasEnded) {
  const pid_t pid = child_after([] {});
  end(pid);
  EXPECT_FALSE(sample_process(pid));
  EXPECT_FALSE(sample_tree(pid));
}

TEST(Process, ReadsANameWithBlanksAndParentheses) {
  const pid_t pid = child_after([] {
    const char* name = "a) 7 (b";
    (void)!::write(::open("/proc/self/comm", O_WRONLY), name, std::strlen(name));
    burn_cpu_seconds(0.05);
  });
  const auto sample = sample_process(pid);
  end(pid);
  ASSERT_TRUE(sample);
  EXPECT_GE(sample->cpu_seconds, 0.03);
  EXPECT_LE(sample->cpu_seconds, 0.5);
}

TEST(Process, ATreeAddsUpLivingAndEndedDescendants) {
  const pid_t pid = child_after([] {
    burn_cpu_seconds(0.05);
    const pid_t ended = ::fork();
    if (ended == 0) {
      burn_cpu_seconds(0.1);
      ::_exit(0);
    }
    ::waitpid(ended, nullptr, 0);
    child_after([] { child_after([] { burn_cpu_seconds(0.15); }); });
  });
  const auto alone = sample_process(pid);
  const auto tree = sample_tree(pid);
  end(pid);
  ASSERT_TRUE(alone && tree);
  EXPECT_GE(alone->cpu_seconds, 0.12);
  EXPECT_LE(alone->cpu_seconds, 0.28);
  EXPECT_GE(tree->cpu_seconds, 0.26);
  EXPECT_LE(tree->cpu_seconds, 0.7);
  EXPECT_GT(tree->rss_bytes, alone->rss_bytes);
}

// A parent whose children keep ending: the tree's CPU time must never fall.
TEST(Process, ATreeThatLosesProcessesNeverLosesTheirTime) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    while (true) {
      const pid_t one = ::fork();
      if (one == 0) {
        burn_cpu_seconds(0.02);
        ::_exit(0);
      }
      ::waitpid(one, nullptr, 0);
    }
  }
  double before = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (std::chrono::steady_clock::now() < deadline) {
    const auto sample = sample_tree(pid);
    ASSERT_TRUE(sample);
    // One clock tick is lost where two processes are each rounded down.
    EXPECT_GE(sample->cpu_seconds, before - 0.021);
    before = std::max(before, sample->cpu_seconds);
  }
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  EXPECT_GT(before, 0.1);
}

}  // namespace
}  // namespace assay::observe
