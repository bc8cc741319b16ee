// Percentiles: nearest rank, against sorted arrays and hand-computed data.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "engine/histogram.h"

namespace assay::engine {
namespace {

// Percentiles as fractions of 1000, so that ranks can be computed in integers.
constexpr std::array<std::uint64_t, 9> per_mille = {1, 10, 250, 500, 900, 950, 990, 999, 1000};

std::int64_t by_sorting(std::vector<std::int64_t> values, std::uint64_t thousandths) {
  std::sort(values.begin(), values.end());
  const std::uint64_t rank = (thousandths * values.size() + 999) / 1000;
  return values[rank - 1];
}

Histogram of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const std::int64_t value : values) {
    histogram.record(value);
  }
  return histogram;
}

TEST(Percentile, Row8EachLabelEqualsItsRankOn1To1000) {
  Histogram histogram;
  for (std::int64_t value = 1; value <= 1000; ++value) {
    histogram.record(value);
  }
  for (std::uint64_t thousandths = 1; thousandths <= 1000; ++thousandths) {
    ASSERT_EQ(histogram.at(static_cast<double>(thousandths) / 1000),
              static_cast<std::int64_t>(thousandths));
  }
  EXPECT_EQ(histogram.at(0.90), 900);
  EXPECT_EQ(histogram.at(0.95), 950);
}

// All multisets of up to 6 values out of 4, at all permille: what a wrong rank cannot pass.
TEST(Percentile, Row20EqualsTheSortedArrayForAllSmallInputs) {
  constexpr std::array<std::int64_t, 4> choices = {1, 2, 10, 2000};
  for (std::uint32_t size = 1; size <= 6; ++size) {
    for (std::uint32_t code = 0; code < 1U << (2 * size); ++code) {
      std::vector<std::int64_t> values;
      for (std::uint32_t i = 0; i < size; ++i) {
        values.push_back(choices[code >> (2 * i) & 3U]);
      }
      const Histogram histogram = of(values);
      for (const std::uint64_t thousandths : per_mille) {
        ASSERT_EQ(histogram.at(static_cast<double>(thousandths) / 1000),
                  by_sorting(values, thousandths))
            << "size " << size << " code " << code << " permille " << thousandths;
      }
    }
  }
}

TEST(Percentile, Row20EqualsTheSortedArrayForEverySizeUpTo2047AtEveryPermille) {
  Histogram histogram;
  for (std::int64_t size = 1; size <= 2047; ++size) {
    histogram.record(size);
    const auto count = static_cast<std::uint64_t>(size);
    for (std::uint64_t thousandths = 1; thousandths <= 1000; thousandths += 7) {
      ASSERT_EQ(histogram.at(static_cast<double>(thousandths) / 1000),
                static_cast<std::int64_t>((thousandths * count + 999) / 1000))
          << "size " << size << " permille " << thousandths;
    }
  }
}

TEST(Percentile, Row20DoesNotTakeTheMaximumForP99) {
  std::vector<std::int64_t> values(14'990, 100);
  values.insert(values.end(), 10, 1'500'000'000);
  const Histogram histogram = of(values);
  EXPECT_EQ(histogram.at(0.99), 100);
  EXPECT_EQ(histogram.at(0.999), 100);
  EXPECT_EQ(histogram.at(1), 1'500'000'000);
}

TEST(Percentile, Row5LiesBetweenMinAndMaxInOrderOnAnyData) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    Histogram histogram;
    const std::uint64_t size = 1 + random() % 200;
    for (std::uint64_t i = 0; i < size; ++i) {
      histogram.record(static_cast<std::int64_t>(random() >> (20 + random() % 43)));
    }
    std::int64_t before = histogram.min_ns();
    for (const std::uint64_t thousandths : per_mille) {
      const std::int64_t value = histogram.at(static_cast<double>(thousandths) / 1000);
      ASSERT_LE(before, value);
      before = value;
    }
    ASSERT_EQ(before, histogram.max_ns());
    ASSERT_LE(static_cast<double>(histogram.min_ns()), histogram.mean_ns());
    ASSERT_LE(histogram.mean_ns(), static_cast<double>(histogram.max_ns()));
  }
}

TEST(Percentile, Row5IsTheOneValueWhenAllAreEqual) {
  Histogram histogram;
  for (int i = 0; i < 3; ++i) {
    histogram.record(123'456'789);
  }
  EXPECT_EQ(histogram.at(0.5), 123'456'789);
  EXPECT_EQ(histogram.at(0.99), 123'456'789);
  EXPECT_DOUBLE_EQ(histogram.mean_ns(), 123'456'789.0);
}

TEST(Percentile, IsWithinAThousandthOfTheSortedArrayOnWideData) {
  std::mt19937_64 random(3);
  std::vector<std::int64_t> values;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(static_cast<std::int64_t>(random() >> (24 + random() % 39)));
  }
  const Histogram histogram = of(values);
  for (const std::uint64_t thousandths : per_mille) {
    const std::int64_t exact = by_sorting(values, thousandths);
    const std::int64_t value = histogram.at(static_cast<double>(thousandths) / 1000);
    EXPECT_GE(value, exact);
    EXPECT_LE(value - exact, exact / 1000);
  }
}

TEST(Percentile, MayBePrintedWithTenValuesBeyondItsRank) {
  Histogram histogram;
  EXPECT_FALSE(histogram.printable(0.5));
  for (int i = 0; i < 999; ++i) {
    histogram.record(i);
  }
  EXPECT_TRUE(histogram.printable(0.95));
  EXPECT_FALSE(histogram.printable(0.99));  // rank 990 of 999: 9 beyond
  histogram.record(999);
  EXPECT_TRUE(histogram.printable(0.99));  // rank 990 of 1000: 10 beyond
  EXPECT_FALSE(histogram.printable(0.999));
  EXPECT_FALSE(histogram.printable(1));
}

}  // namespace
}  // namespace assay::engine
