// Dropping files from memory, on the disk that the build is on: a file system in memory keeps all.
#include "observe/page_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "assay/types.h"

namespace assay::observe {
namespace {

class PageCacheTest : public testing::Test {
 protected:
  PageCacheTest() {
    std::string pattern = std::string(ASSAY_BINARY_FOLDER) + "/page-cache-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }

  ~PageCacheTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

constexpr std::size_t megabytes = 8 << 20;

TEST_F(PageCacheTest, WhatWasJustWrittenIsInMemoryUntilItIsDropped) {
  std::filesystem::create_directory(folder_ / "deeper");
  std::ofstream(folder_ / "deeper/data") << std::string(megabytes, 'x') << std::flush;
  const CachedFiles before = cached_files(folder_);
  EXPECT_EQ(before.bytes, megabytes);
  EXPECT_GT(before.cached_bytes, before.bytes * 9 / 10);
  const CachedFiles after = drop_page_cache(folder_);
  EXPECT_EQ(after.bytes, before.bytes);
  EXPECT_LT(after.cached_bytes, before.bytes / 20);
  std::ifstream file(folder_ / "deeper/data");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), std::string(megabytes, 'x'));
}

TEST_F(PageCacheTest, EmptyFilesAndFoldersCountNothing) {
  std::ofstream(folder_ / "empty").flush();
  EXPECT_EQ(drop_page_cache(folder_).bytes, 0);
}

TEST_F(PageCacheTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_THROW(drop_page_cache(folder_ / "missing"), std::exception);
}

}  // namespace
}  // namespace assay::observe
