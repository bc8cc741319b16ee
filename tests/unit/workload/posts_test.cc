#include "workload/posts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::workload {
namespace {

struct Row {
  Row(const Posts& posts, std::int64_t id) : text(posts.text_bytes(), '\0'), cells(Post::columns) {
    posts.make(id, cells, text.data());
  }

  std::string text;
  std::vector<Cell> cells;
};

TEST(Posts, FollowFromSeedAndId) {
  const Posts posts(1, 1000, 100, 100);
  const Row row(posts, 17);
  EXPECT_EQ(row.cells[Post::id].integer, 17);
  EXPECT_EQ(row.cells[Post::user_id].integer, 17);
  EXPECT_EQ(row.cells[Post::body].bytes.size(), 100U);
  EXPECT_EQ(posts.version_of(17, row.cells), 0U);
  EXPECT_EQ(posts.version_of(18, row.cells), std::nullopt);
  EXPECT_EQ(Posts(2, 1000, 100, 100).version_of(17, row.cells), std::nullopt);
}

TEST(Posts, AreTextsOfPlainLetters) {
  const Posts posts(1, 1000, 100, 1000);
  EXPECT_EQ(Row(posts, 17).text.find_first_not_of("abcdefghijklmnop"), std::string::npos);
  EXPECT_NE(Row(posts, 17).text, Row(posts, 18).text);
}

TEST(Posts, ShowAWrongCellInEveryColumn) {
  const Posts posts(1, 1000, 100, 100);
  for (std::uint32_t column = 0; column < Post::columns; ++column) {
    Row row(posts, 17);
    Cell& cell = row.cells[column];
    if (cell.bytes.data() == nullptr) {
      cell.integer ^= std::int64_t{1} << 40;
      EXPECT_EQ(posts.version_of(17, row.cells), std::nullopt) << column;
      continue;
    }
    for (std::size_t i = 0; i < cell.bytes.size(); ++i) {
      std::string text(cell.bytes);
      text[i] = text[i] == 'a' ? 'b' : 'a';
      auto cells = row.cells;
      cells[column].bytes = text;
      EXPECT_EQ(posts.version_of(17, cells), std::nullopt) << column << ", byte " << i;
    }
    cell.bytes.remove_suffix(1);
    EXPECT_EQ(posts.version_of(17, row.cells), std::nullopt) << column << " cut";
  }
}

TEST(Posts, CarryTheVersionOfTheirUpdate) {
  const Posts posts(1, 1000, 100, 100);
  Row row(posts, 17);
  row.cells[Post::updated_at].integer = posts.stamp(17, 99);
  EXPECT_EQ(posts.version_of(17, row.cells), 99U);
  row.cells[Post::updated_at].integer = posts.stamp(18, 99);
  EXPECT_EQ(posts.version_of(17, row.cells), std::nullopt) << "the stamp of another row";
  EXPECT_GE(posts.stamp(17, 0xffffffffU), 0);
}

TEST(Posts, AreSpreadEvenlyOverUsers) {
  const Posts posts(1, 25, 10, 100);
  std::vector<std::int64_t> counts(11);
  for (std::int64_t id = 1; id <= posts.rows(); ++id) {
    ++counts.at(static_cast<std::size_t>(posts.user_of(id)));
  }
  EXPECT_EQ(counts, (std::vector<std::int64_t>{0, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2}));
  EXPECT_EQ(posts.posts_of(5), 3);
  EXPECT_EQ(posts.posts_of(6), 2);
}

}  // namespace
}  // namespace assay::workload
