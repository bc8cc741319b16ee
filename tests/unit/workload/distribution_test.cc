// The frequencies of every distribution against its formula.
#include "workload/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "zeta.h"

namespace assay::workload {
namespace {

constexpr int draws = 400'000;

// [item] how often it was drawn.
std::vector<int> counts_of(std::string_view name, const Shape& shape) {
  Items items(make_distribution(name, shape), Random(3, 0, 0));
  std::vector<int> counts(shape.items);
  for (int i = 0; i < draws; ++i) {
    ++counts.at(items.next());
  }
  return counts;
}

// Four standard deviations of a count whose probability is p.
double room(double p) { return 4 * std::sqrt(draws * p * (1 - p)) + 1; }

double share(const std::vector<int>& counts, std::size_t first, std::size_t last) {
  return std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(first),
                         counts.begin() + static_cast<std::ptrdiff_t>(last), 0.0) /
         draws;
}

TEST(Distribution, UniformGivesEveryItemTheSame) {
  for (const int count : counts_of("uniform", {.items = 50})) {
    EXPECT_NEAR(count, draws / 50.0, room(1 / 50.0));
  }
}

TEST(Distribution, LatestPrefersTheNewestByZipf) {
  const Shape shape{.items = 1000, .theta = 0.99};
  const std::vector<int> counts = counts_of("latest", shape);
  const double sum = zeta(1000, 0.99);
  EXPECT_NEAR(counts[999], draws / sum, room(1 / sum));
  const double second = std::pow(2, -0.99) / sum;
  EXPECT_NEAR(counts[998], draws * second, room(second));
  const double newest = zeta(100, 0.99) / sum;
  EXPECT_NEAR(share(counts, 900, 1000), newest, room(newest) / draws);
}

TEST(Distribution, LatestFollowsWhatIsInserted) {
  Items items(make_distribution("latest", {.items = 10}), Random(3, 0, 0));
  items.next();
  items.resize(1000);
  int newest = 0;
  for (int i = 0; i < 10'000; ++i) {
    newest += items.next() == 999 ? 1 : 0;
  }
  const double p = 1 / zeta(1000, 0.99);
  EXPECT_NEAR(newest, 10'000 * p, 4 * std::sqrt(10'000 * p));
}

TEST(Distribution, HotspotKeepsItsShares) {
  const std::vector<int> counts =
      counts_of("hotspot", {.items = 500, .hot_items = 0.1, .hot_operations = 0.7});
  EXPECT_NEAR(share(counts, 0, 50), 0.7, room(0.7) / draws);
  EXPECT_NEAR(counts[0], draws * 0.7 / 50, room(0.7 / 50));
  EXPECT_NEAR(counts[499], draws * 0.3 / 450, room(0.3 / 450));
}

TEST(Distribution, HotspotOfAllItemsIsUniform) {
  for (const int count :
       counts_of("hotspot", {.items = 20, .hot_items = 1, .hot_operations = 0.5})) {
    EXPECT_NEAR(count, draws / 20.0, room(1 / 20.0));
  }
}

TEST(Distribution, SequentialGoesAroundInOrder) {
  Items items(make_distribution("sequential", {.items = 300}), Random(3, 0, 0));
  std::uint64_t last = items.next();
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t item = items.next();
    ASSERT_EQ(item, (last + 1) % 300);
    last = item;
  }
}

TEST(Distribution, SequentialSessionsStartApart) {
  Items first(make_distribution("sequential", {.items = 1'000'000}), Random(3, 0, 0));
  Items second(make_distribution("sequential", {.items = 1'000'000}), Random(3, 1, 0));
  EXPECT_NE(first.next(), second.next());
}

// The density g exp(-g x) on [0, 1], normed, with g = -ln(0.05) / 0.8571428571.
TEST(Distribution, ExponentialFallsByItsFormula) {
  const std::vector<int> counts = counts_of("exponential", {.items = 100});
  const double g = -std::log(0.05) / 0.8571428571;
  const auto up_to = [&](double x) { return (1 - std::exp(-g * x)) / (1 - std::exp(-g)); };
  for (const std::size_t item : {0U, 1U, 20U, 50U, 99U}) {
    const double p =
        up_to((static_cast<double>(item) + 1) / 100) - up_to(static_cast<double>(item) / 100);
    EXPECT_NEAR(counts[item], draws * p, room(p)) << item;
  }
}

TEST(Distribution, StaysInRangeForFewItemsAndAfterShrinking) {
  for (const std::string& name : distribution_names()) {
    for (const std::uint64_t items : {1U, 2U, 3U}) {
      Items stream(make_distribution(name, {.items = 10}), Random(5, 0, 0));
      stream.next();
      stream.resize(items);
      for (int i = 0; i < 1000; ++i) {
        ASSERT_LT(stream.next(), items) << name;
      }
    }
  }
}

}  // namespace
}  // namespace assay::workload
