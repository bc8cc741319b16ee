// Blocks whose workers are killed or stopped from outside while they measure.
#include <gtest/gtest.h>
#include <sys/types.h>

#include <csignal>

#include "block_fixture.h"

namespace assay::engine {
namespace {

class BlockKillTest : public BlockTest {
 protected:
  // Runs a long block in two processes and sends a signal to the second once they measure.
  Failure failed_by(int signal_number) {
    Block block = faulty("none", "cache.put");
    block.cell.topology.processes = 2;
    block.timing.measure = std::chrono::seconds(100);
    bool sent = false;
    progress_ = [&](const Live& live) {
      if (live.phase == "measure" && live.ops_per_second > 0 && !sent) {
        const std::vector<pid_t> pids = processes("assay-worker");
        ASSERT_EQ(pids.size(), 2U);
        kill(pids.back(), signal_number);
        sent = true;
      }
    };
    return failed(block);
  }
};

TEST_F(BlockKillTest, KilledWorkerEndsTheBlock) {
  const Failure failure = failed_by(SIGKILL);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_NE(failure.text.find("(plugin faults) was killed by signal 9 (Killed)"), std::string::npos)
      << failure.text;
}

TEST_F(BlockKillTest, StoppedWorkerEndsTheBlock) {
  const Failure failure = failed_by(SIGSTOP);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_NE(failure.text.find("(plugin faults) stopped answering: it has not reported for"),
            std::string::npos)
      << failure.text;
}

// The connections break with the server, and it is the server that must be named.
TEST_F(BlockKillTest, KilledServerIsNamedBeforeItsConnections) {
  Block block = BlockTest::block("echo");
  block.cell.environment = Environment::native;
  block.cell.topology = {.processes = 2, .threads = 1, .connections = 4, .depth = 4};
  block.timing.measure = std::chrono::seconds(100);
  bool sent = false;
  progress_ = [&](const Live& live) {
    if (live.phase == "measure" && live.ops_per_second > 0 && !sent) {
      const std::vector<pid_t> pids = processes("assay-echo-serv");
      ASSERT_EQ(pids.size(), 1U);
      kill(pids.front(), SIGKILL);
      sent = true;
    }
  };
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_EQ(failure.text.substr(0, failure.text.find('\n')),
            "the server of plugin echo was killed by signal 9 (Killed)");
}

}  // namespace
}  // namespace assay::engine
