#include <gtest/gtest.h>

#include <array>

#include "noop_place.h"

namespace {

using assay::Cell;
using assay::ColumnType;
using assay::Reply;
using assay::Status;

class NoopTable : public testing::Test {
 protected:
  NoopTable() {
    for (std::int64_t id = 1; id <= 200; ++id) {
      const std::string text = "text " + std::to_string(id);
      const std::array<Cell, 4> row{Cell{id, {}}, Cell{id % 2, {}}, Cell{id % 10, {}},
                                    Cell{0, text}};
      EXPECT_EQ(table_->insert(row, reply_), Status::ok);
    }
  }

  std::vector<std::int64_t> ids() const {
    std::vector<std::int64_t> ids;
    for (std::size_t at = 0; at < reply_.cells.size(); at += 4) {
      ids.push_back(reply_.cells[at].integer);
    }
    return ids;
  }

  NoopPlace place_{{},
                   {{"posts",
                     {{"id", ColumnType::integer},
                      {"user", ColumnType::integer, true},
                      {"likes", ColumnType::integer},
                      {"body", ColumnType::text}}}}};
  std::unique_ptr<assay::Session> session_ = place_.open();
  assay::Table* table_ = session_->table();
  Reply reply_;
};

TEST_F(NoopTable, ReadsARowByItsKey) {
  ASSERT_EQ(table_->point_read(7, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 1);
  ASSERT_EQ(reply_.cells.size(), 4U);
  EXPECT_EQ(reply_.cells[0].integer, 7);
  EXPECT_EQ(reply_.cells[2].integer, 7);
  EXPECT_EQ(reply_.cells[3].bytes, "text 7");
  EXPECT_EQ(table_->point_read(201, reply_), Status::not_found);
}

TEST_F(NoopTable, FindsRowsByAnIndexedAndByAPlainColumn) {
  ASSERT_EQ(table_->multi_read(1, 1, 1000, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 100);
  ASSERT_EQ(table_->multi_read(1, 1, 5, reply_), Status::ok);
  EXPECT_EQ(ids(), (std::vector<std::int64_t>{1, 3, 5, 7, 9}));
  ASSERT_EQ(table_->multi_read(2, 4, 3, reply_), Status::ok);
  EXPECT_EQ(ids(), (std::vector<std::int64_t>{4, 14, 24}));
  ASSERT_EQ(table_->multi_read(1, 77, 5, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 0);
}

TEST_F(NoopTable, FollowsAnUpdateOfTheIndexedColumnThereAndBack) {
  ASSERT_EQ(table_->point_update(2, 1, Cell{50, {}}, reply_), Status::ok);
  ASSERT_EQ(table_->multi_read(1, 50, 5, reply_), Status::ok);
  EXPECT_EQ(ids(), (std::vector<std::int64_t>{2}));
  ASSERT_EQ(table_->point_update(2, 1, Cell{0, {}}, reply_), Status::ok);
  ASSERT_EQ(table_->multi_read(1, 50, 5, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 0);
  ASSERT_EQ(table_->multi_read(1, 0, 1000, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 100);
  EXPECT_EQ(table_->point_update(999, 1, Cell{0, {}}, reply_), Status::not_found);
}

TEST_F(NoopTable, ScansInKeyOrderAcrossGaps) {
  const std::array<Cell, 4> row{Cell{205, {}}, {}, {}, Cell{0, "far"}};
  ASSERT_EQ(table_->insert(row, reply_), Status::ok);
  ASSERT_EQ(table_->scan(199, 10, reply_), Status::ok);
  EXPECT_EQ(ids(), (std::vector<std::int64_t>{199, 200, 205}));
  ASSERT_EQ(table_->scan(-5, 2, reply_), Status::ok);
  EXPECT_EQ(ids(), (std::vector<std::int64_t>{1, 2}));
}

TEST_F(NoopTable, StoresAllRowsOrNoneWhenAKeyIsTaken) {
  const std::array<Cell, 8> rows{Cell{300, {}}, {}, {}, Cell{0, "a"},
                                 Cell{1, {}},   {}, {}, Cell{0, "b"}};
  EXPECT_EQ(table_->insert_many(rows, reply_), Status::conflict);
  EXPECT_EQ(table_->point_read(300, reply_), Status::not_found);
  ASSERT_EQ(table_->point_read(1, reply_), Status::ok);
  EXPECT_EQ(reply_.cells[3].bytes, "text 1");
}

TEST_F(NoopTable, RollsBackUpdatesAndInsertsInReverse) {
  ASSERT_EQ(table_->begin(reply_), Status::ok);
  ASSERT_EQ(table_->point_update(3, 3, Cell{0, "first"}, reply_), Status::ok);
  ASSERT_EQ(table_->point_update(3, 3, Cell{0, "second"}, reply_), Status::ok);
  const std::array<Cell, 4> row{Cell{400, {}}, {}, {}, Cell{0, "new"}};
  ASSERT_EQ(table_->insert(row, reply_), Status::ok);
  ASSERT_EQ(table_->rollback(reply_), Status::ok);
  ASSERT_EQ(table_->point_read(3, reply_), Status::ok);
  EXPECT_EQ(reply_.cells[3].bytes, "text 3");
  EXPECT_EQ(table_->point_read(400, reply_), Status::not_found);
}

TEST_F(NoopTable, KeepsWhatWasCommittedAndDropsWhatASessionLeftOpen) {
  ASSERT_EQ(table_->begin(reply_), Status::ok);
  ASSERT_EQ(table_->point_update(3, 3, Cell{0, "kept"}, reply_), Status::ok);
  ASSERT_EQ(table_->commit(reply_), Status::ok);
  {
    const auto other = place_.open();
    ASSERT_EQ(other->table()->begin(reply_), Status::ok);
    ASSERT_EQ(other->table()->point_update(3, 3, Cell{0, "dropped"}, reply_), Status::ok);
  }
  ASSERT_EQ(table_->point_read(3, reply_), Status::ok);
  EXPECT_EQ(reply_.cells[3].bytes, "kept");
}

TEST(NoopConstantTable, HasEveryRowAskedFor) {
  const NoopPlace place(NoopPlace::Settings{{"store", "false"}, {"value_bytes", "3"}},
                        {{"t", {{"id", ColumnType::integer}, {"n", ColumnType::integer}}}});
  const auto session = place.open();
  Reply reply;
  ASSERT_EQ(session->table()->point_read(42, reply), Status::ok);
  EXPECT_EQ(reply.cells[0].integer, 42);
  ASSERT_EQ(session->table()->multi_read(1, 9, 2, reply), Status::ok);
  EXPECT_EQ(reply.number, 2);
  EXPECT_EQ(reply.cells[3].integer, 9);
}

}  // namespace
