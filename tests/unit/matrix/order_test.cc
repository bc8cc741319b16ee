#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "matrix/matrix.h"

namespace assay::matrix {
namespace {

Matrix of(std::size_t cells, std::uint32_t rounds, std::uint64_t seed) {
  Matrix matrix;
  matrix.cells.resize(cells);
  matrix.rounds = rounds;
  matrix.seed = seed;
  return matrix;
}

TEST(Order, EveryRoundIsAPermutationOfAllCells) {
  const auto order = rounds(of(34, 6, 1));
  ASSERT_EQ(order.size(), 6);
  std::vector<std::uint32_t> all(34);
  std::iota(all.begin(), all.end(), 0);
  for (const auto& round : order) {
    EXPECT_TRUE(std::ranges::is_permutation(round, all));
  }
  EXPECT_NE(order[0], order[1]);
}

TEST(Order, DependsOnTheSeedAndOnNothingElse) {
  EXPECT_EQ(rounds(of(20, 3, 7)), rounds(of(20, 3, 7)));
  EXPECT_NE(rounds(of(20, 3, 7)), rounds(of(20, 3, 8)));
}

TEST(Order, MoreRoundsLeaveTheEarlierOnesAsTheyAre) {
  const auto few = rounds(of(20, 3, 7));
  const auto many = rounds(of(20, 9, 7));
  EXPECT_TRUE(std::ranges::equal(few, std::span(many).first(3)));
}

TEST(Order, ASeedsNeighbourIsNotTheSameOrderOneRoundLater) {
  EXPECT_NE(rounds(of(20, 2, 7))[1], rounds(of(20, 2, 8))[0]);
}

TEST(Order, EachCellIsFirstAboutEquallyOften) {
  std::vector<int> first(5);
  for (const auto& round : rounds(of(5, 5000, 3))) {
    ++first[round[0]];
  }
  for (const int count : first) {
    EXPECT_NEAR(count, 1000, 150);  // over five standard deviations
  }
}

TEST(Order, IsTheSameOnEveryPlatform) {
  // Computed by another implementation of the same generator and shuffle.
  EXPECT_EQ(rounds(of(8, 2, 1)), (std::vector<std::vector<std::uint32_t>>{
                                     {7, 0, 1, 3, 6, 2, 4, 5}, {2, 7, 1, 0, 3, 4, 5, 6}}));
}

}  // namespace
}  // namespace assay::matrix
