// The circumstances of the client: a connection for every operation, cold starts, memory limits.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "block_fixture.h"
#include "engine/memory_limit.h"

namespace assay::engine {
namespace {

std::int64_t grown(const Measurement& measurement, const std::string& name) {
  return counter(measurement.counters_after, name) - counter(measurement.counters_before, name);
}

std::size_t groups_of_this_process() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(memory_groups().parent)) {
    count += entry.path().filename().string().find("-" + std::to_string(getpid()) + "-") !=
                     std::string::npos
                 ? 1
                 : 0;
  }
  return count;
}

// A folder on the disk that the build is on: a file system in memory has nothing to drop.
class ClientTest : public BlockTest {
 protected:
  // Some 20 MB of rows, read one by one.
  Block rows() const {
    Block rows = block("sqlite", "table.point_read");
    rows.cell.parameters.erase("keys");
    rows.cell.parameters["rows"] = 100'000;
    rows.cell.durability = Durability::process;
    rows.folder =
        std::filesystem::path(ASSAY_BINARY_FOLDER) / ("client-test-" + std::to_string(getpid()));
    return rows;
  }
};

TEST_F(ClientTest, AConnectionForEveryOperationIsOpenedInItsTime) {
  Block each = block("noop", "cache.put");
  each.cell.topology.per_operation = true;
  const Measurement measurement = measured(each);
  EXPECT_TRUE(measurement.errors.empty());
  EXPECT_EQ(grown(measurement, "sessions"), grown(measurement, "operations"));
  EXPECT_EQ(static_cast<std::uint64_t>(grown(measurement, "operations")), measurement.finished);
}

TEST_F(ClientTest, ConnectingToSqliteTakesLongerThanReadingFromIt) {
  Block kept = rows();
  const Measurement without = measured(kept);
  kept.cell.topology.per_operation = true;
  const Measurement with = measured(kept);
  EXPECT_TRUE(with.errors.empty());
  EXPECT_GT(with.response.mean_ns(), 2 * without.response.mean_ns());
}

TEST_F(ClientTest, AConnectionThatCannotBeOpenedIsAnErrorOfItsOperation) {
  Block refused = faulty("open_throws_now_and_then");
  refused.cell.topology.per_operation = true;
  const Measurement measurement = measured(refused);
  EXPECT_GT(measurement.errors.at("failed"), 0U);
  EXPECT_NE(measurement.first_error.find("no further connection"), std::string::npos)
      << measurement.first_error;
}

TEST_F(ClientTest, AColdStartReadsItsDataFromTheDisk) {
  Block warm = rows();
  const Measurement from_memory = measured(warm);
  EXPECT_FALSE(from_memory.cold);
  warm.cell.cold = true;
  const Measurement from_disk = measured(warm);
  ASSERT_TRUE(from_disk.cold);
  EXPECT_GT(from_disk.cold->bytes, 10 << 20);
  EXPECT_LT(from_disk.cold->cached_bytes, from_disk.cold->bytes / 20);
  EXPECT_GT(from_disk.resources.at("client").read_bytes, 1 << 20);
  EXPECT_EQ(from_memory.resources.at("client").read_bytes, 0);
}

TEST_F(ClientTest, DataThatIsLargerThanTheMemoryLimitIsReadAgainAndAgain) {
  Block limited = rows();
  limited.cell.settings["cache_pages"] = "64";
  limited.cell.parameters["rows"] = 100'000;
  limited.cell.memory_bytes = 14 << 20;
  const Measurement measurement = measured(limited);
  EXPECT_GT(measurement.resources.at("client").read_bytes, 1 << 20);
  EXPECT_EQ(groups_of_this_process(), 0U);
}

TEST_F(ClientTest, AWorkerThatNeedsMoreThanTheLimitFailsItsBlockWithTheReason) {
  Block starved = rows();
  starved.cell.memory_bytes = 2 << 20;
  const Failure failure = failed(starved);
  EXPECT_NE(failure.text.find("the cell's memory of 2MiB is too little"), std::string::npos)
      << failure.text;
  EXPECT_EQ(groups_of_this_process(), 0U);
  std::filesystem::remove_all(starved.folder);
  logs_stay_ = false;
}

TEST_F(ClientTest, AGroupGoesWithItsSupervisor) {
  auto supervisor = std::make_unique<Supervisor>();
  alignas(MemoryLimit) static std::byte place[sizeof(MemoryLimit)];
  new (place) MemoryLimit(64 << 20, *supervisor);  // never destroyed, as in a run that is killed
  EXPECT_EQ(groups_of_this_process(), 1U);
  supervisor.reset();
  EXPECT_EQ(groups_of_this_process(), 0U);
}

}  // namespace
}  // namespace assay::engine
