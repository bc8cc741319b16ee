// The histogram's counting: buckets, bounds, merging and the sparse form.
#include "engine/histogram.h"

#include <gtest/gtest.h>

#include <random>

#include "assay/types.h"

namespace assay::engine {
namespace {

TEST(Histogram, KeepsEachValueUpTo2047NanosecondsApart) {
  for (std::int64_t ns = 0; ns < 2048; ++ns) {
    EXPECT_EQ(Histogram::bucket(ns), static_cast<std::uint32_t>(ns));
    EXPECT_EQ(Histogram::lower(Histogram::bucket(ns)), ns);
  }
  EXPECT_EQ(Histogram::bucket(2048), Histogram::bucket(2049));
  EXPECT_NE(Histogram::bucket(2049), Histogram::bucket(2050));
}

TEST(Histogram, HasBucketsWithoutGapsAndNoWiderThanAThousandthOfTheirValue) {
  for (std::uint32_t bucket = 0; bucket < Histogram::buckets; ++bucket) {
    const std::int64_t low = Histogram::lower(bucket);
    const std::int64_t next = Histogram::lower(bucket + 1);
    ASSERT_EQ(Histogram::bucket(low), bucket);
    ASSERT_EQ(Histogram::bucket(next - 1), bucket);
    ASSERT_LE((next - low - 1) * 1000, std::max<std::int64_t>(low, 1));
  }
}

TEST(Histogram, ReachesFromZeroToOneHour) {
  EXPECT_EQ(Histogram::bucket(Histogram::highest_ns), Histogram::buckets - 1);
  EXPECT_EQ(Histogram::buckets, 33421U);
}

TEST(Histogram, KeepsCountMinMaxAndMeanExact) {
  Histogram histogram;
  for (const std::int64_t ns : {1'000'001, 3'000'003, 2'000'005}) {
    histogram.record(ns);
  }
  EXPECT_EQ(histogram.count(), 3U);
  EXPECT_EQ(histogram.min_ns(), 1'000'001);
  EXPECT_EQ(histogram.max_ns(), 3'000'003);
  EXPECT_DOUBLE_EQ(histogram.mean_ns(), 2'000'003.0);
}

TEST(Histogram, CountsWhatIsAboveOneHourAndKeepsItsMaximum) {
  Histogram histogram;
  histogram.record(5);
  histogram.record(2 * Histogram::highest_ns);
  histogram.record(INT64_MAX);
  EXPECT_EQ(histogram.count(), 3U);
  EXPECT_EQ(histogram.overflows(), 2U);
  EXPECT_EQ(histogram.max_ns(), INT64_MAX);
  EXPECT_EQ(histogram.at(1), INT64_MAX);
  EXPECT_EQ(histogram.at(0.01), 5);
}

TEST(Histogram, CountsNegativeDurationsAsZero) {
  Histogram histogram;
  histogram.record(-7);
  EXPECT_EQ(histogram.count(), 1U);
  EXPECT_EQ(histogram.overflows(), 0U);
  EXPECT_EQ(histogram.min_ns(), 0);
  EXPECT_EQ(histogram.at(1), 0);
}

TEST(Histogram, MergesByAddingCounts) {
  Histogram all;
  Histogram odd;
  Histogram even;
  for (std::int64_t i = 1; i <= 5000; ++i) {
    const std::int64_t ns = i * i * 1009;
    all.record(ns);
    (i % 2 == 0 ? even : odd).record(ns);
  }
  all.record(Histogram::highest_ns + 1);
  odd.record(Histogram::highest_ns + 1);
  odd.merge(even);
  EXPECT_EQ(odd.sparse().buckets, all.sparse().buckets);
  EXPECT_EQ(odd.sparse().counts, all.sparse().counts);
  EXPECT_EQ(odd.count(), all.count());
  EXPECT_EQ(odd.overflows(), 1U);
  EXPECT_EQ(odd.min_ns(), all.min_ns());
  EXPECT_EQ(odd.max_ns(), all.max_ns());
  EXPECT_DOUBLE_EQ(odd.mean_ns(), all.mean_ns());
}

TEST(Histogram, IsUnchangedByMergingAnEmptyOne) {
  Histogram histogram;
  histogram.record(42);
  histogram.merge(Histogram());
  EXPECT_EQ(histogram.count(), 1U);
  EXPECT_EQ(histogram.min_ns(), 42);
  EXPECT_EQ(histogram.max_ns(), 42);
}

TEST(Histogram, IsEmptyAfterClear) {
  Histogram histogram;
  histogram.record(42);
  histogram.clear();
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_TRUE(histogram.sparse().buckets.empty());
  histogram.record(7);
  EXPECT_EQ(histogram.min_ns(), 7);
  EXPECT_EQ(histogram.max_ns(), 7);
}

TEST(Histogram, ComesBackExactlyFromItsSparseForm) {
  Histogram histogram;
  std::mt19937_64 random(7);
  for (int i = 0; i < 10'000; ++i) {
    histogram.record(static_cast<std::int64_t>(random() >> (20 + random() % 40)));
  }
  const Histogram::Sparse sparse = histogram.sparse();
  const Histogram back = Histogram::from_sparse(sparse);
  EXPECT_EQ(back.sparse().buckets, sparse.buckets);
  EXPECT_EQ(back.sparse().counts, sparse.counts);
  EXPECT_EQ(back.count(), 10'000U);
  EXPECT_EQ(back.overflows(), histogram.overflows());
  EXPECT_EQ(back.min_ns(), histogram.min_ns());
  EXPECT_EQ(back.max_ns(), histogram.max_ns());
  EXPECT_DOUBLE_EQ(back.mean_ns(), histogram.mean_ns());
}

TEST(Histogram, RefusesASparseFormWithBucketsThatThereAreNot) {
  EXPECT_THROW(Histogram::from_sparse({.buckets = {Histogram::buckets}, .counts = {1}}), Error);
  EXPECT_THROW(Histogram::from_sparse({.buckets = {1, 2}, .counts = {1}}), Error);
}

TEST(Histogram, IsEmptyAfterATripThroughAnEmptySparseForm) {
  Histogram back = Histogram::from_sparse(Histogram().sparse());
  EXPECT_EQ(back.count(), 0U);
  back.record(9);
  EXPECT_EQ(back.min_ns(), 9);
  EXPECT_EQ(back.max_ns(), 9);
}

}  // namespace
}  // namespace assay::engine
