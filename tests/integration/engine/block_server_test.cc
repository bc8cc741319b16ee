// Blocks with a server process: the pipelined loop over real sockets, and servers that fail.
#include <gtest/gtest.h>

#include "block_fixture.h"

namespace assay::engine {
namespace {

class BlockServerTest : public BlockTest {
 protected:
  Block echo(const matrix::Topology& topology) const {
    Block echo = block("echo");
    echo.cell.environment = Environment::native;
    echo.cell.topology = topology;
    return echo;
  }

  // Rows 4 and 18: the server's own count is what was finished, warm-up included.
  void expect_counted_by_the_server(const matrix::Topology& topology) {
    const Measurement measurement = measured(echo(topology));
    EXPECT_GT(measurement.operations, 0U);
    EXPECT_TRUE(measurement.errors.empty());
    EXPECT_EQ(static_cast<std::uint64_t>(counter(measurement.counters_after, "operations") -
                                         counter(measurement.counters_before, "operations")),
              measurement.finished);
    EXPECT_EQ(measurement.response.count(), measurement.operations);
    EXPECT_GT(measurement.resources.at("server").rss_bytes, 0);
  }

  Failure failed_server(const std::string& fault) {
    Block block = faulty(fault);
    block.cell.environment = Environment::native;
    return failed(block);
  }
};

TEST_F(BlockServerTest, Row4And18PlainForm) {
  expect_counted_by_the_server({.processes = 1, .threads = 1, .connections = 1, .depth = 0});
}

TEST_F(BlockServerTest, Row4And18OneConnectionOfDepth1) {
  expect_counted_by_the_server({.processes = 1, .threads = 1, .connections = 1, .depth = 1});
}

TEST_F(BlockServerTest, Row4And18OneConnectionOfDepth16) {
  expect_counted_by_the_server({.processes = 1, .threads = 1, .connections = 1, .depth = 16});
}

TEST_F(BlockServerTest, Row4And18OneConnectionOfDepth64) {
  expect_counted_by_the_server({.processes = 1, .threads = 1, .connections = 1, .depth = 64});
}

TEST_F(BlockServerTest, Row4And18OneThreadDrives256Connections) {
  expect_counted_by_the_server({.processes = 1, .threads = 1, .connections = 256, .depth = 1});
}

TEST_F(BlockServerTest, Row4And18OneThreadDrives256ConnectionsOfDepth16) {
  expect_counted_by_the_server({.processes = 1, .threads = 1, .connections = 256, .depth = 16});
}

TEST_F(BlockServerTest, Row4And18TwoProcessesOfTwoThreads) {
  expect_counted_by_the_server({.processes = 2, .threads = 2, .connections = 8, .depth = 16});
}

TEST_F(BlockServerTest, PipelinesANumberOfOperationsExactly) {
  Block counted = echo({.processes = 2, .threads = 2, .connections = 3, .depth = 16});
  counted.timing.operations = 20'001;
  counted.timing.warmup = std::chrono::nanoseconds(0);
  const Measurement measurement = measured(counted);
  EXPECT_EQ(measurement.operations, 20'001U);
  EXPECT_EQ(measurement.finished, 20'001U);
}

TEST_F(BlockServerTest, ServerProgramThatIsNotInstalledIsNamed) {
  const Failure failure = failed_server("server_missing");
  EXPECT_EQ(failure.phase, "start");
  EXPECT_EQ(failure.text, "the server program assay-no-such-server is not in PATH; install it");
}

TEST_F(BlockServerTest, ServerThatDiesIsToldWithItsLog) {
  const Failure failure = failed_server("server_dies");
  EXPECT_EQ(failure.phase, "start");
  EXPECT_EQ(failure.text,
            "the server of plugin faults ended with code 3\n  the licence has run out");
}

TEST_F(BlockServerTest, ServerThatNeverGetsReadyEndsAtThePhaseDeadline) {
  const Failure failure = failed_server("server_never_ready");
  EXPECT_EQ(failure.phase, "start");
  EXPECT_EQ(failure.text, "the server of plugin faults was not ready within 4.5 s");
}

TEST_F(BlockServerTest, ReadinessThatHangsEndsAtThePhaseDeadline) {
  const Failure failure = failed_server("ready_hangs");
  EXPECT_EQ(failure.phase, "start");
  EXPECT_EQ(failure.text.substr(0, 53), "worker 0 (plugin faults) did not finish start within ");
}

TEST_F(BlockServerTest, ContainersAreRefusedByName) {
  Block contained = block("noop");
  contained.cell.environment = Environment::container;
  const Failure failure = failed(contained);
  EXPECT_EQ(failure.text,
            "there is no adapter for the environment container; use embedded or native");
}

}  // namespace
}  // namespace assay::engine
