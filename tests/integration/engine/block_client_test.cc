// The circumstances of the client: a connection for every operation, and cold starts.
#include <gtest/gtest.h>

#include <string>

#include "block_fixture.h"

namespace assay::engine {
namespace {

std::int64_t grown(const Measurement& measurement, const std::string& name) {
  return counter(measurement.counters_after, name) - counter(measurement.counters_before, name);
}

using ClientTest = BlockTest;

TEST_F(ClientTest, AConnectionForEveryOperationIsOpenedInItsTime) {
  Block each = block("noop", "cache.put");
  each.cell.topology.per_operation = true;
  const Measurement measurement = measured(each);
  EXPECT_TRUE(measurement.errors.empty());
  EXPECT_EQ(grown(measurement, "sessions"), grown(measurement, "operations"));
  EXPECT_EQ(static_cast<std::uint64_t>(grown(measurement, "operations")), measurement.finished);
}

TEST_F(ClientTest, WhatIsNotVerifiedIsNotJudgedWithAConnectionForEveryOperation) {
  Block each = block("noop");
  each.verify = false;
  each.cell.verify = false;
  each.cell.settings["store"] = "false";  // answers are constant, and wrong if looked into
  each.cell.topology.per_operation = true;
  EXPECT_TRUE(measured(each).errors.empty());
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

}  // namespace
}  // namespace assay::engine
