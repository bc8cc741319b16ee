// Simulations with fixed seeds: intervals enclose what they claim to, and two samples of one
// distribution are told apart no more often than promised.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include "analyse/analyse.h"
#include "example_cell.h"

namespace assay::analyse {
namespace {

constexpr int trials = 20000;

// Skewed as rates and latencies are; its median is 1.
double draw(std::mt19937_64& random) { return std::lognormal_distribution<double>(0, 0.3)(random); }

double coverage(std::size_t n) {
  std::mt19937_64 random(4711 + n);
  int enclosed = 0;
  std::vector<double> values(n);
  for (int trial = 0; trial < trials; ++trial) {
    for (double& value : values) {
      value = draw(random);
    }
    const results::Summary summary = summarise(values);
    enclosed += *summary.low <= 1 && 1 <= *summary.high ? 1 : 0;
  }
  return static_cast<double>(enclosed) / trials;
}

// Standard error of a share of 20,000 trials near 0.96: 0.0014.
constexpr double allowance = 0.006;

TEST(IntervalCoverage, OfSixIsThatOfTheBinomialFormula) {
  EXPECT_NEAR(coverage(6), 1 - 2.0 / 64, allowance);
}

TEST(IntervalCoverage, OfTenIsThatOfTheBinomialFormula) {
  EXPECT_NEAR(coverage(10), 1 - 22.0 / 1024, allowance);
}

TEST(IntervalCoverage, OfFiveWouldBeTooLittle) {
  EXPECT_NEAR(coverage(5), 1 - 2.0 / 32, allowance);
}

// Two cells of equal speed (an A/A comparison) in six rounds that all differ in speed.
TEST(IntervalCoverage, EqualCellsAreTiesInNinetySixOfAHundredComparisons) {
  std::mt19937_64 random(1);
  constexpr int comparisons = 2000;
  int ties = 0;
  for (int comparison = 0; comparison < comparisons; ++comparison) {
    std::vector<double> a, b;
    for (int round = 0; round < 6; ++round) {
      const double shared = 1000 * draw(random);  // the machine's mood in this round
      a.push_back(shared * draw(random));
      b.push_back(shared * draw(random));
    }
    results::Run run = run_of({cell_with_rates(a), cell_with_rates(b)});
    analyse(run);
    const std::vector<const results::CellResult*> cells{&run.cells[0], &run.cells[1]};
    ties += best(cells, "ops_per_second", 6).size() == 2 ? 1 : 0;
  }
  // Standard error 0.0039.
  EXPECT_NEAR(static_cast<double>(ties) / comparisons, 1 - 2.0 / 64, 0.016);
}

TEST(IntervalCoverage, ATwentyPercentDifferenceUnderSharedNoiseIsFound) {
  std::mt19937_64 random(2);
  constexpr int comparisons = 500;
  int found = 0;
  for (int comparison = 0; comparison < comparisons; ++comparison) {
    std::vector<std::optional<double>> slow, fast;
    for (int round = 0; round < 6; ++round) {
      const double shared = 1000 * draw(random);
      std::normal_distribution<double> own(1, 0.03);
      slow.emplace_back(shared * own(random));
      fast.emplace_back(shared * own(random) * 1.2);
    }
    found += *ratio(fast, slow).low > 1 ? 1 : 0;
  }
  EXPECT_GT(static_cast<double>(found) / comparisons, 0.95);
}

}  // namespace
}  // namespace assay::analyse
