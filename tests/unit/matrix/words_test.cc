#include "matrix/words.h"

#include <gtest/gtest.h>

namespace assay::matrix {
namespace {

const std::vector<std::string> words{"backend", "durability", "workload", "depth"};

TEST(Words, NearestCountsASwapOfNeighboursAsOneStep) {
  EXPECT_EQ(nearest("wrokload", words), "workload");
  EXPECT_EQ(nearest("dept", words), "depth");
  EXPECT_EQ(nearest("durabillitty", words), "durability");
}

TEST(Words, NearestGivesNothingForAWordUnlikeAll) {
  EXPECT_EQ(nearest("colour", words), "");
  EXPECT_EQ(nearest("", words), "");
  EXPECT_EQ(nearest(std::string(100'000, 'a'), words), "");
}

TEST(Words, SuggestionListsTheWordsWhenNoneIsNear) {
  EXPECT_EQ(suggestion("backed", words), "; did you mean 'backend'?");
  EXPECT_EQ(suggestion("colour", words), "; there are: backend, durability, workload, depth");
  EXPECT_EQ(suggestion("colour", {}), "");
}

TEST(Words, LongListsSayHowManyMoreThereAre) {
  std::vector<std::string> many(25, "x");
  EXPECT_TRUE(join(many).ends_with("x, … and 5 more"));
}

TEST(Words, QuotesKeepAMessageOnOneShortLine) {
  EXPECT_EQ(quote("a\nb"), "'a?b'");
  EXPECT_EQ(quote(std::string(1000, 'a')), "'" + std::string(60, 'a') + "…'");
}

}  // namespace
}  // namespace assay::matrix
