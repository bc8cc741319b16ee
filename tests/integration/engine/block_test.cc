// Whole blocks on plugins that work, with real worker processes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "block_fixture.h"

namespace assay::engine {
namespace {

std::int64_t counted_by_the_system(const Measurement& measurement) {
  return counter(measurement.counters_after, "operations") -
         counter(measurement.counters_before, "operations");
}

TEST_F(BlockTest, MeasuresAPlainPluginInOneProcess) {
  const Measurement measurement = measured(block("noop"));
  EXPECT_GT(measurement.operations, 0U);
  EXPECT_TRUE(measurement.errors.empty());
  EXPECT_GT(measurement.seconds, 0.05);
  EXPECT_LT(measurement.seconds, 0.4);
  ASSERT_EQ(measurement.facts.size(), 1U);
  EXPECT_EQ(measurement.facts[0].version, measurement.server_version);
  EXPECT_NE(measurement.server_version.find("noop"), std::string::npos);
  const Resources& client = measurement.resources.at("client");
  EXPECT_GT(client.cpu_seconds, 0);
  EXPECT_LT(client.cpu_seconds, 2 * measurement.seconds + 0.1);
  EXPECT_GT(client.rss_bytes, 1'000'000);
  EXPECT_FALSE(measurement.resources.contains("server"));
}

TEST_F(BlockTest, SaysHowLongEachPhaseTook) {
  const Measurement measurement = measured(block("noop"));
  std::set<std::string> phases;
  for (const auto& [phase, seconds] : measurement.phase_seconds) {
    phases.insert(phase);
    EXPECT_GE(seconds, 0) << phase;
  }
  EXPECT_EQ(phases, (std::set<std::string>{"load", "measure", "open", "settle", "start", "stop",
                                           "verify", "warmup"}));
  EXPECT_GE(measurement.phase_seconds.at("measure"), 0.25);
}

TEST_F(BlockTest, ReportsPhasesInTheirOrderAndTheRateWhileItRuns) {
  std::vector<std::string> phases;
  double fastest = 0;
  progress_ = [&](const Live& live) {
    if (phases.empty() || phases.back() != live.phase) {
      phases.push_back(live.phase);
    }
    fastest = std::max(fastest, live.ops_per_second);
  };
  Block longer = block("noop");
  longer.timing.measure = std::chrono::milliseconds(800);
  measured(longer);
  EXPECT_EQ(phases, (std::vector<std::string>{"start", "load", "settle", "open", "warmup",
                                              "measure", "verify", "stop"}));
  EXPECT_GT(fastest, 0);
}

// Rows 2, 4 and 18: what the system counted is what was done, warm-up included and not counted.
TEST_F(BlockTest, Row4And18SystemCountsWhatWasFinishedOverProcessesAndThreads) {
  Block wide = block("noop");
  wide.cell.topology = {.processes = 2, .threads = 2, .connections = 3, .depth = 0};
  const Measurement measurement = measured(wide);
  EXPECT_EQ(static_cast<std::uint64_t>(counted_by_the_system(measurement)), measurement.finished);
  EXPECT_LT(measurement.operations, measurement.finished);
  EXPECT_EQ(measurement.facts.size(), 2U);
  ASSERT_EQ(measurement.per_process_ops_per_second.size(), 2U);
  EXPECT_GT(measurement.per_process_ops_per_second[0], 0);
  EXPECT_GT(measurement.per_process_ops_per_second[1], 0);
}

// The system counts calls, of which these make more than one an operation.
TEST_F(BlockTest, Row18ComparesAlsoWhereAnOperationIsSeveralCalls) {
  for (const char* workload : {"cache.erase", "table.transaction"}) {
    Block several = block("noop", workload);
    several.cell.topology = {.processes = 2, .threads = 2, .connections = 1, .depth = 0};
    if (workload == std::string("table.transaction")) {
      several.cell.parameters.erase("keys");
    }
    const Measurement measurement = measured(several);
    EXPECT_GT(measurement.operations, 0U);
    EXPECT_GT(measurement.other_calls, 0U);
    EXPECT_EQ(static_cast<std::uint64_t>(counted_by_the_system(measurement)),
              measurement.finished + measurement.other_calls);
  }
}

TEST_F(BlockTest, SplitsANumberOfOperationsExactly) {
  Block counted = block("noop");
  counted.cell.topology = {.processes = 2, .threads = 2, .connections = 1, .depth = 0};
  counted.timing.operations = 10'003;
  counted.timing.warmup = std::chrono::nanoseconds(0);
  const Measurement measurement = measured(counted);
  EXPECT_EQ(measurement.operations, 10'003U);
  EXPECT_EQ(measurement.finished, 10'003U);
  EXPECT_EQ(counted_by_the_system(measurement), 10'003);
  EXPECT_EQ(measurement.response.count(), 10'003U);
}

TEST_F(BlockTest, LeavesThreadsWithoutAShareOfFewOperationsIdle) {
  Block counted = block("noop");
  counted.cell.topology = {.processes = 2, .threads = 2, .connections = 1, .depth = 0};
  counted.timing.operations = 3;
  EXPECT_EQ(measured(counted).operations, 3U);
}

TEST_F(BlockTest, RunsEightProcessesWithACommonStart) {
  Block wide = block("noop");
  wide.cell.topology.processes = 8;
  wide.timing.warmup = std::chrono::milliseconds(300);
  wide.timing.measure = std::chrono::milliseconds(500);
  const Measurement measurement = measured(wide);
  EXPECT_EQ(measurement.facts.size(), 8U);
  // Had they started one after the other, the union of their windows would be far longer.
  EXPECT_LT(measurement.seconds, 0.9);
  for (const double each : measurement.per_process_ops_per_second) {
    EXPECT_GT(each, 0);
  }
}

TEST_F(BlockTest, StopsEarlyWhenAskedTo) {
  Block endless = block("noop");
  endless.timing.measure = std::chrono::hours(1);
  progress_ = [&](const Live& live) { stop_ = stop_ || live.phase == "measure"; };
  const Failure failure = failed(endless);
  EXPECT_EQ(failure.phase, "measure");
  EXPECT_EQ(failure.text, "stopped");
}

TEST_F(BlockTest, RefusesPowerOnATemporaryFileSystem) {
  Block volatile_block = faulty("none");
  volatile_block.folder = "/dev/shm/assay-block-test-" + std::to_string(getpid());
  volatile_block.cell.durability = Durability::power;
  const Failure failure = failed(volatile_block);
  EXPECT_EQ(failure.phase, "start");
  EXPECT_NE(failure.text.find("is on tmpfs, which a power loss empties"), std::string::npos)
      << failure.text;
  EXPECT_FALSE(std::filesystem::exists(volatile_block.folder / "data"));
  std::filesystem::remove_all(volatile_block.folder);
  logs_stay_ = false;
}

TEST_F(BlockTest, NamesAFolderThatCannotBeMade) {
  Block nowhere = block("noop");
  nowhere.folder = "/proc/nowhere";
  const Failure failure = failed(nowhere);
  logs_stay_ = false;
  EXPECT_EQ(failure.phase, "start");
  EXPECT_NE(failure.text.find("cannot make the folder /proc/nowhere"), std::string::npos);
}

TEST_F(BlockTest, RefusesADepthThePluginCannotDo) {
  Block deep = block("noop");
  deep.cell.topology.depth = 4;
  const Failure failure = failed(deep);
  EXPECT_EQ(failure.phase, "start");
  EXPECT_EQ(failure.text,
            "plugin noop in start: a depth of 4 is asked for and 0 is the most it can do");
}

}  // namespace
}  // namespace assay::engine
