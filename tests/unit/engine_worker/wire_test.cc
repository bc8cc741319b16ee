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
  tally.outcomes = {6, 1, 2, 3, 4, 5, 7, 8};
  tally.series = {1, 0, 5};
  tally.first_ns = 123'456'789'012'345;
  tally.last_ns = 123'456'789'999'999;
  tally.first_error = std::string("no\0 UTF-8: \xff", 13);

  const Tally back = from_wire(to_wire(tally));
  EXPECT_EQ(back.response.count(), 7U);
  EXPECT_EQ(back.response.overflows(), 1U);
  EXPECT_EQ(back.response.min_ns(), 0);
  EXPECT_EQ(back.response.max_ns(), tally.response.max_ns());
  EXPECT_EQ(back.response.mean_ns(), tally.response.mean_ns());
  EXPECT_EQ(back.response.at(0.5), tally.response.at(0.5));
  EXPECT_EQ(back.response.encode(), tally.response.encode());
  EXPECT_EQ(back.service.count(), 1U);
  EXPECT_EQ(back.outcomes, tally.outcomes);
  EXPECT_EQ(back.series, tally.series);
  EXPECT_EQ(back.first_ns, tally.first_ns);
  EXPECT_EQ(back.last_ns, tally.last_ns);
  EXPECT_EQ(back.first_error, tally.first_error);
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
