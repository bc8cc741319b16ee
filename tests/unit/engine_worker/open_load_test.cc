#include "engine/open_load.h"

#include <gtest/gtest.h>

#include "assay/types.h"

namespace assay::engine {
namespace {

constexpr std::chrono::seconds window{2};
constexpr std::chrono::milliseconds punctual{1};
constexpr std::int64_t ms = 1'000'000;

// 1000 operations that were due in two seconds and ended `after_ns` after them.
Tally tally(std::int64_t after_ns = 0) {
  Tally tally;
  for (int i = 0; i < 1000; ++i) {
    tally.response.record(ms);
    tally.generator.record(ms / 100);
  }
  tally.outcomes[0] = 1000;
  tally.first_ns = 1;
  tally.last_ns = 1 + 2000 * ms + after_ns;
  return tally;
}

Tally with_waits(const std::array<std::uint64_t, window_parts>& mean_ns,
                 std::uint64_t operations = 125) {
  Tally waits = tally();
  for (std::size_t part = 0; part < window_parts; ++part) {
    waits.part_operations[part] = operations;
    waits.part_waited_ns[part] = operations * mean_ns[part];
  }
  return waits;
}

bool overloaded(Tally&& total) {
  return open_load(500, window, punctual, std::move(total)).overloaded;
}

TEST(OpenLoad, AHeldRateIsAchievedWhole) {
  const OpenLoad open = open_load(500, window, punctual, tally());
  EXPECT_EQ(open.offered_per_second, 500);
  EXPECT_EQ(open.due, 1000U);
  EXPECT_DOUBLE_EQ(open.achieved_share, 1);
  EXPECT_FALSE(open.overloaded);
  EXPECT_EQ(open.generator.count(), 1000U);
}

TEST(OpenLoad, WhatEndsLateOrNeverStartsWasNotAchieved) {
  EXPECT_FALSE(overloaded(tally(19 * ms)));
  EXPECT_TRUE(overloaded(tally(21 * ms)));
  Tally short_of = tally();
  short_of.unsent = 11;
  const OpenLoad open = open_load(500, window, punctual, std::move(short_of));
  EXPECT_EQ(open.due, 1011U);
  EXPECT_DOUBLE_EQ(open.achieved_share, 1000.0 / 1011);
  EXPECT_TRUE(open.overloaded);
}

TEST(OpenLoad, ABacklogThatGrowsAllTheTimeIsAnOverload) {
  EXPECT_TRUE(overloaded(with_waits({10, 20, 30, 40, 50, 60, 70, 80})));
  // A long warm-up has grown most of it before.
  EXPECT_TRUE(overloaded(with_waits({500, 510, 520, 530, 540, 550, 560, 570})));
}

TEST(OpenLoad, ABacklogThatComesAndGoesIsNone) {
  EXPECT_FALSE(overloaded(with_waits({10, 20, 30, 40, 50, 60, 70, 70})));
  EXPECT_FALSE(overloaded(with_waits({10, 900, 30, 40, 50, 60, 70, 80})));
  EXPECT_FALSE(overloaded(with_waits({500, 501, 502, 503, 504, 505, 506, 507})));
  EXPECT_FALSE(overloaded(with_waits({10, 20, 30, 40, 50, 60, 70, 80}, 9))) << "by chance";
  EXPECT_FALSE(overloaded(with_waits({})));
}

// Row 22: the dispatch's own delay is no property of the system.
TEST(OpenLoad, Row22AGeneratorLateForOneOperationOfAHundredMakesNoMeasurement) {
  Tally late = tally();
  for (int i = 0; i < 10; ++i) {
    late.generator.record(2 * ms);
  }
  EXPECT_NO_THROW(open_load(500, window, punctual, Tally(late)));
  late.generator.record(7 * ms);
  EXPECT_NO_THROW(open_load(500, window, 3 * punctual, Tally(late)));
  try {
    open_load(500, window, punctual, std::move(late));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "the load generator was late: 11 of 1011 operations were sent more than 1 ms "
                 "after they were due and a slot was free, 7.0 ms at the longest; offer a lower "
                 "rate than 500/s, or give the machine a CPU for it");
  }
}

TEST(OpenLoad, ALateGeneratorIsNoExcuseWhereTheSystemCouldNotHaveHeldTheRate) {
  Tally both = tally();
  both.unsent = 1000;
  for (int i = 0; i < 100; ++i) {
    both.generator.record(2 * ms);
  }
  both.lag_ns = 100 * ms;
  EXPECT_TRUE(overloaded(Tally(both)));
  both.lag_ns = 1900 * ms;  // a punctual one would have been done with these in a tenth of a second
  EXPECT_THROW(open_load(500, window, punctual, std::move(both)), Error);
}

}  // namespace
}  // namespace assay::engine
