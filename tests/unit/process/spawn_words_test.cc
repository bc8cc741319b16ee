#include "process/spawn_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace assay::process {
namespace {

TEST(SpawnWords, VariablesTakeThePlaceOfThoseOfTheSameName) {
  setenv("ASSAY_TEST_ONE", "old", 1);
  setenv("ASSAY_TEST_ONE_MORE", "kept", 1);
  const std::vector<std::string> all =
      environment_with({{"ASSAY_TEST_ONE", "new"}, {"ASSAY_TEST_TWO", "a=b"}});
  const auto count = [&](const std::string& entry) {
    return std::count(all.begin(), all.end(), entry);
  };
  EXPECT_EQ(count("ASSAY_TEST_ONE=new"), 1);
  EXPECT_EQ(count("ASSAY_TEST_ONE=old"), 0);
  EXPECT_EQ(count("ASSAY_TEST_ONE_MORE=kept"), 1);
  EXPECT_EQ(count("ASSAY_TEST_TWO=a=b"), 1);
}

TEST(SpawnWords, PointersEndWithANull) {
  std::vector<std::string> texts{"sh", ""};
  const std::vector<char*> views = pointers(texts);
  ASSERT_EQ(views.size(), 3U);
  EXPECT_STREQ(views[0], "sh");
  EXPECT_STREQ(views[1], "");
  EXPECT_EQ(views[2], nullptr);
}

}  // namespace
}  // namespace assay::process
