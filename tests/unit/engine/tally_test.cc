// Adding up the figures of threads, and rates that must not be infinite.
#include "engine/tally.h"

#include <gtest/gtest.h>

#include "assay/types.h"

namespace assay::engine {
namespace {

Tally tally(std::int64_t first_ns, std::int64_t last_ns, std::vector<std::uint64_t> series) {
  Tally result;
  result.first_ns = first_ns;
  result.last_ns = last_ns;
  result.series = std::move(series);
  return result;
}

TEST(Tally, AddsUpAsIfOneThreadHadDoneTheWorkOfBoth) {
  Tally one = tally(2'000, 9'000, {5, 6});
  one.response.record(10);
  one.outcomes = {1, 2, 0, 0, 0, 0, 0, 3};
  Tally other = tally(1'000, 8'000, {1, 1, 7});
  other.response.record(20);
  other.outcomes = {1, 0, 0, 0, 0, 0, 0, 4};
  other.first_error = "failed: disk";
  one.finished = 100;
  one.doubtful = 10;
  one.lost_connections = 1;
  other.finished = 200;
  other.doubtful = 20;
  one.other_calls = 1000;
  other.other_calls = 2000;
  other.lost_connections = 2;
  add(one, other);
  EXPECT_EQ(one.first_ns, 1'000);
  EXPECT_EQ(one.last_ns, 9'000);
  EXPECT_EQ(one.series, (std::vector<std::uint64_t>{6, 7, 7}));
  EXPECT_EQ(one.response.count(), 2U);
  EXPECT_EQ(one.outcomes[0], 2U);
  EXPECT_EQ(one.outcomes[7], 7U);
  EXPECT_EQ(one.finished, 300U);
  EXPECT_EQ(one.doubtful, 30U);
  EXPECT_EQ(one.other_calls, 3000U);
  EXPECT_EQ(one.lost_connections, 3U);
  EXPECT_EQ(one.first_error, "failed: disk");
}

TEST(Tally, KeepsItsSpanWhenTheOtherHasNone) {
  Tally one = tally(2'000, 9'000, {5});
  add(one, Tally());
  EXPECT_EQ(one.first_ns, 2'000);
  EXPECT_EQ(one.last_ns, 9'000);
  Tally none;
  add(none, one);
  EXPECT_EQ(none.first_ns, 2'000);
  EXPECT_EQ(none.last_ns, 9'000);
}

TEST(Tally, GivesTheSecondsFromTheFirstStartToTheLastEnd) {
  EXPECT_DOUBLE_EQ(counted_seconds(tally(1'500'000'000, 4'000'000'000, {})), 2.5);
}

TEST(Tally, Row4HasNoSecondsWithoutOperationsOrWithoutTime) {
  EXPECT_THROW(counted_seconds(Tally()), Error);
  EXPECT_THROW(counted_seconds(tally(7, 7, {3})), Error);
}

}  // namespace
}  // namespace assay::engine
