// Blocks on a plugin that fails: every failure is told with its phase, and nothing is left.
#include <gtest/gtest.h>

#include <cstdio>

#include "block_fixture.h"

namespace assay::engine {
namespace {

class BlockFaultTest : public BlockTest {
 protected:
  // Runs a block with the fault and expects it to fail so.
  void expect_failure(const std::string& fault, const std::string& phase, const std::string& text,
                      const std::string& workload = "cache.get") {
    const Failure failure = failed(faulty(fault, workload));
    EXPECT_EQ(failure.phase, phase);
    EXPECT_EQ(failure.text.substr(0, text.size()), text);
  }
};

TEST_F(BlockFaultTest, WithoutAFaultItMeasures) {
  EXPECT_GT(measured(faulty("none")).operations, 0U);
}

TEST_F(BlockFaultTest, RefusalInPrepareIsToldInThePluginsWords) {
  expect_failure("prepare_refuses", "load",
                 "plugin faults in load: the disk is upside down; turn it");
}

TEST_F(BlockFaultTest, HangInPrepareEndsAtThePhaseDeadline) {
  expect_failure("prepare_hangs", "load",
                 "worker 0 (plugin faults) did not finish load within 4.5 s and was killed");
}

TEST_F(BlockFaultTest, NonExceptionInSettle) {
  expect_failure("settle_throws_int", "settle",
                 "plugin faults threw in settle: something that is no std::exception");
}

TEST_F(BlockFaultTest, ExceptionInOpenIsToldWithTheLastLinesOfTheLog) {
  const Failure failure = failed(faulty("open_throws"));
  EXPECT_EQ(failure.phase, "open");
  EXPECT_EQ(failure.text,
            "plugin faults threw in open: no more sessions\n"
            "  faults: a session opens\n"
            "  faults: a session opens");
}

TEST_F(BlockFaultTest, HangInOpenEndsAtThePhaseDeadline) {
  expect_failure("open_hangs", "open",
                 "worker 0 (plugin faults) did not finish open within 4.5 s and was killed");
}

TEST_F(BlockFaultTest, OtherDurabilityThanAskedForIsNamed) {
  Block block = faulty("other_durability");
  block.cell.durability = Durability::process;
  block.cell.topology.processes = 2;
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "open");
  EXPECT_EQ(failure.text,
            "durability process is asked for, and process 0 runs with async (read back: flush = "
            "lazily); correct the settings or the plugin");
}

TEST_F(BlockFaultTest, ExceptionInGet) {
  Block block = faulty("get_throws");
  block.timing.warmup = std::chrono::nanoseconds(0);
  block.timing.measure = std::chrono::seconds(20);
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_EQ(failure.text.substr(0, failure.text.find('\n')),
            "plugin faults threw in measure: the socket is made of cheese");
}

TEST_F(BlockFaultTest, NonExceptionInGetInTheWarmUp) {
  Block block = faulty("get_throws_int");
  block.timing.warmup = std::chrono::seconds(20);
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "warmup");
  EXPECT_EQ(failure.text.substr(0, 33), "plugin faults threw in warmup: so");
}

TEST_F(BlockFaultTest, HangInGetNamesPhaseDeadlineAndPlugin) {
  Block block = faulty("get_hangs");
  block.timing.warmup = std::chrono::nanoseconds(0);
  block.timing.measure = std::chrono::seconds(100);
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_EQ(failure.text.substr(0, failure.text.find('\n')),
            "plugin faults hangs in measure: no operation finished for 1.5 s (the deadline of an "
            "operation is 0.5 s)");
}

TEST_F(BlockFaultTest, CrashInGetNamesTheSignalAndShowsTheLog) {
  Block block = faulty("get_crashes");
  block.timing.warmup = std::chrono::nanoseconds(0);
  block.timing.measure = std::chrono::seconds(100);
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_EQ(failure.text,
            "worker 0 (plugin faults) was killed by signal 11 (Segmentation fault)\n"
            "  faults: a session opens\n"
            "  faults: a session opens");
}

// Row 13: answers that all say "not there" are no operations, however fast they come.
TEST_F(BlockFaultTest, Row13NothingFoundIsNoOperationAndCountsAsErrors) {
  const Measurement measurement = measured(faulty("get_not_found"));
  EXPECT_EQ(measurement.operations, 0U);
  EXPECT_EQ(measurement.response.count(), 0U);
  EXPECT_GT(measurement.errors.at("not_found"), 0U);
  EXPECT_EQ(measurement.errors.size(), 1U);
  EXPECT_FALSE(measurement.first_error.empty());
  EXPECT_EQ(measurement.per_process_ops_per_second, std::vector<double>{0});
}

TEST_F(BlockFaultTest, WrongValuesAreNoOperationsAndCountAsErrors) {
  const Measurement measurement = measured(faulty("get_wrong"));
  EXPECT_EQ(measurement.operations, 0U);
  EXPECT_GT(measurement.errors.at("wrong_value"), 0U);
}

// Of a hundred keys 97 have a place of their own in the memory of what was written.
TEST_F(BlockFaultTest, WritesThatAreNotThereAfterwardsFailTheBlock) {
  expect_failure("put_lost", "verify",
                 "97 of 97 items read back after the measurement were wrong or gone; ",
                 "cache.put");
}

TEST_F(BlockFaultTest, OneWrongItemOfOverAThousandCountsAsAWrongValue) {
  Block block = faulty("first_get_wrong", "cache.put");  // its gets are those of verify
  block.cell.parameters["keys"] = 20'000;
  const Measurement measurement = measured(block);
  EXPECT_GT(measurement.operations, 0U);
  EXPECT_EQ(measurement.errors, (std::map<std::string, std::uint64_t>{{"wrong_value", 1}}));
  EXPECT_EQ(measurement.first_error,
            "1 of 1024 items read back after the measurement were wrong or gone");
}

TEST_F(BlockFaultTest, OneWrongItemOfAHundredFailsTheBlock) {
  expect_failure("first_get_wrong", "verify",
                 "1 of 97 items read back after the measurement were wrong or gone; ", "cache.put");
}

// Row 18: what the system counted is what was measured, or there is no measurement.
TEST_F(BlockFaultTest, Row18ASystemThatCountsFewerOperationsFailsTheBlock) {
  expect_failure("counts_too_few", "verify", "the system counted ");
}

TEST_F(BlockFaultTest, Row16And18ASystemThatCountsMoreOperationsFailsTheBlock) {
  const Failure failure = failed(faulty("counts_too_many", "cache.put"));
  EXPECT_EQ(failure.phase, "verify");
  std::uint64_t counted = 0;
  std::uint64_t sent = 0;
  ASSERT_EQ(std::sscanf(failure.text.c_str(),
                        "the system counted %lu operations where it was sent %lu, warm-up "
                        "included; either it did other work than was asked of it",
                        &counted, &sent),
            2)
      << failure.text;
  EXPECT_NEAR(static_cast<double>(counted) / static_cast<double>(sent), 1.1, 0.01);
}

TEST_F(BlockFaultTest, Row18OperationsThatTimedOutNeedNotBeCountedByTheSystem) {
  const Measurement measurement = measured(faulty("get_times_out"));
  EXPECT_GT(measurement.errors.at("timeout"), 0U);
  EXPECT_EQ(static_cast<std::uint64_t>(counter(measurement.counters_after, "operations") -
                                       counter(measurement.counters_before, "operations")),
            measurement.finished - measurement.doubtful);
}

TEST_F(BlockFaultTest, ALostConnectionFailsTheBlockThoughTheOthersGoOn) {
  Block block = faulty("connection_lost");
  block.cell.topology.connections = 3;
  block.cell.topology.depth = 4;
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_EQ(failure.text, "1 of 3 connections were lost: unknown: the wire is cut");
}

// The fast one is done a second and more before its silence would count as a standstill.
TEST_F(BlockFaultTest, AProcessThatIsDoneEarlyWaitsForASlowOne) {
  Block block = faulty("slow_process", "cache.put");
  block.cell.topology.processes = 2;
  block.timing.operations = 4600;
  block.timing.warmup = std::chrono::nanoseconds(0);
  const Measurement measurement = measured(block);
  EXPECT_EQ(measurement.operations, 4600U);
  EXPECT_GT(measurement.seconds, 4.6);
  ASSERT_EQ(measurement.per_process_ops_per_second.size(), 2U);
  EXPECT_GT(measurement.per_process_ops_per_second[0], 0);
  EXPECT_LT(measurement.per_process_ops_per_second[0], 500);
  EXPECT_GT(measurement.per_process_ops_per_second[1], 1000) << "over its own span";
}

TEST_F(BlockFaultTest, HangInCountersEndsAtThePhaseDeadline) {
  expect_failure("counters_hang", "open",
                 "worker 0 (plugin faults) did not finish open within 4.5 s and was killed");
}

TEST_F(BlockFaultTest, HangInCloseEndsAtThePhaseDeadline) {
  expect_failure("close_hangs", "stop",
                 "worker 0 (plugin faults) did not finish stop within 4.5 s and was killed");
}

TEST_F(BlockFaultTest, SettingThePluginDoesNotHaveIsNamed) {
  Block block = faulty("none");
  block.cell.settings["colour"] = "red";
  const Failure failure = failed(block);
  EXPECT_EQ(failure.text,
            "plugin faults in start: there is no setting 'colour'; see assay describe");
}

TEST_F(BlockFaultTest, MissingPluginFileIsNamed) {
  Block block = faulty("none");
  block.plugin_file = "/nowhere/assay-faults.so";
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "start");
  EXPECT_NE(failure.text.find("/nowhere/assay-faults.so"), std::string::npos) << failure.text;
}

TEST_F(BlockFaultTest, MissingWorkerProgramIsNamed) {
  Block block = faulty("none");
  block.worker_file = "/nowhere/assay-worker";
  const Failure failure = failed(block);
  EXPECT_EQ(failure.phase, "start");
  EXPECT_EQ(failure.text, "cannot start /nowhere/assay-worker: No such file or directory");
}

}  // namespace
}  // namespace assay::engine
