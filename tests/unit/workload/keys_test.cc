#include "workload/keys.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace assay::workload {
namespace {

std::string text(std::uint64_t seed, std::uint64_t index) {
  KeyText key{};
  KeyTexts(seed).write(index, key);
  return std::string(key.view());
}

TEST(KeyTexts, AreTheSameOnEveryMachine) {
  EXPECT_EQ(text(1, 0), "cf030f7dadeb47e3db73");  // computed apart, in Python
  EXPECT_EQ(text(1, 1), "0db3a92b8efadee68a98");
}

TEST(KeyTexts, AreDifferentTwentyDigits) {
  std::set<std::string> seen;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const std::string key = text(1, i);
    ASSERT_EQ(key.size(), 20U);
    ASSERT_EQ(key.find_first_not_of("0123456789abcdef"), std::string::npos) << key;
    seen.insert(key);
  }
  EXPECT_EQ(seen.size(), 10'000U);
}

TEST(KeyTexts, DependOnTheSeed) { EXPECT_NE(text(1, 0), text(2, 0)); }

}  // namespace
}  // namespace assay::workload
