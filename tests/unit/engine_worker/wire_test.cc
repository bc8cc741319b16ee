#include "engine/wire.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::engine {
namespace {

TEST(Wire, CarriesATallyWhole) {
  Tally tally;
  for (const std::int64_t ns : {0, 1, 2047, 2048, 1'000'000, 1'000'000}) {
    tally.response.record(ns);
  }
  tally.response.record(Histogram::highest_ns + 5);
  tally.service.record(7);
  tally.parts.push_back(tally.response);
  tally.outcomes = {6, 1, 2, 3, 4, 5, 7, 8};
  tally.series = {1, 0, 5};
  tally.first_ns = 123'456'789'012'345;
  tally.last_ns = 123'456'789'999'999;
  tally.finished = 36;
  tally.doubtful = 35;
  tally.other_calls = 33;
  tally.lost_connections = 34;
  tally.generator.record(9);
  tally.waited = 41;
  tally.unsent = 42;
  tally.lag_ns = 43;
  tally.part_operations = {1, 2, 3, 4, 5, 6, 7, 8};
  tally.part_waited_ns = {8, 7, 6, 5, 4, 3, 2, 1};
  tally.first_error = std::string("no\0 UTF-8: \xff", 13);

  const Tally back = from_wire(to_wire(tally));
  EXPECT_EQ(back.response.count(), 7U);
  EXPECT_EQ(back.response.overflows(), 1U);
  EXPECT_EQ(back.response.min_ns(), 0);
  EXPECT_EQ(back.response.max_ns(), tally.response.max_ns());
  EXPECT_EQ(back.response.mean_ns(), tally.response.mean_ns());
  EXPECT_EQ(back.response.at(0.5), tally.response.at(0.5));
  EXPECT_EQ(back.response.encode(), tally.response.encode());
  ASSERT_EQ(back.parts.size(), 1U);
  EXPECT_EQ(back.parts[0].encode(), tally.parts[0].encode());
  EXPECT_EQ(back.service.count(), 1U);
  EXPECT_EQ(back.outcomes, tally.outcomes);
  EXPECT_EQ(back.series, tally.series);
  EXPECT_EQ(back.first_ns, tally.first_ns);
  EXPECT_EQ(back.last_ns, tally.last_ns);
  EXPECT_EQ(back.finished, 36U);
  EXPECT_EQ(back.doubtful, 35U);
  EXPECT_EQ(back.other_calls, 33U);
  EXPECT_EQ(back.lost_connections, 34U);
  EXPECT_EQ(back.generator.count(), 1U);
  EXPECT_EQ(back.waited, 41U);
  EXPECT_EQ(back.unsent, 42U);
  EXPECT_EQ(back.lag_ns, 43);
  EXPECT_EQ(back.part_operations, tally.part_operations);
  EXPECT_EQ(back.part_waited_ns, tally.part_waited_ns);
  EXPECT_EQ(back.first_error, tally.first_error);
}

// Row 1: over the wire and after merging, too, the seconds add up to the operations.
TEST(Wire, Row1SecondsOfMergedProcessesAddUpToTheOperations) {
  Tally total;
  for (const std::vector<std::uint64_t>& series :
       {std::vector<std::uint64_t>{3, 0, 7}, {0, 2}, {}, {1, 1, 1, 4}}) {
    Tally process;
    process.series = series;
    for (const std::uint64_t second : series) {
      for (std::uint64_t i = 0; i < second; ++i) {
        process.response.record(1000);
      }
    }
    process.outcomes[0] = process.response.count();
    add(total, from_wire(to_wire(process)));
  }
  EXPECT_EQ(total.series, (std::vector<std::uint64_t>{4, 3, 8, 4}));
  EXPECT_EQ(total.outcomes[0], 19U);
  EXPECT_EQ(total.response.count(), 19U);
}

TEST(Wire, CarriesAnEmptyTally) {
  const Tally back = from_wire(to_wire(Tally()));
  EXPECT_EQ(back.response.count(), 0U);
  EXPECT_TRUE(back.series.empty());
  Tally sum;
  sum.response.record(5);
  add(sum, back);
  EXPECT_EQ(sum.response.min_ns(), 5);
  EXPECT_EQ(sum.response.max_ns(), 5);
}

TEST(Wire, CarriesFactsAndSettingsInTheirOrder) {
  const Facts facts{"3.40.1", Durability::power, {{"b", "2"}, {"a", ""}}};
  const Facts back = from_wire(to_wire(facts));
  EXPECT_EQ(back.version, "3.40.1");
  EXPECT_EQ(back.durability, Durability::power);
  ASSERT_EQ(back.settings.size(), 2U);
  EXPECT_EQ(back.settings[0].name, "b");
  EXPECT_EQ(back.settings[0].value, "2");
  EXPECT_EQ(back.settings[1].name, "a");
}

TEST(Wire, CarriesResources) {
  const Resources back = from_wire(to_wire(Resources{1.5, 2, 3, 4}));
  EXPECT_EQ(back.cpu_seconds, 1.5);
  EXPECT_EQ(back.rss_bytes, 2);
  EXPECT_EQ(back.read_bytes, 3);
  EXPECT_EQ(back.written_bytes, 4);
}

}  // namespace
}  // namespace assay::engine
