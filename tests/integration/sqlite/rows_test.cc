// What the table's calls mean.
#include <vector>

#include "place.h"

namespace assay::sqlite {
namespace {

class Rows : public PlaceTest {
 protected:
  Rows() : place_(place(Durability::process)) {
    place_.tables = {posts()};
    session_ = prepared(place_);
    table_ = session_->table();
  }

  static std::vector<Cell> row(std::int64_t id, std::int64_t user, Bytes title) {
    return {{id, {}}, {user, {}}, {0, title}, {1000 + id, {}}};
  }

  // Ids 1 to 20, users id mod 4.
  void fill() {
    std::vector<Cell> rows;
    for (std::int64_t id = 1; id <= 20; ++id) {
      const std::vector<Cell> one = row(id, id % 4, "title");
      rows.insert(rows.end(), one.begin(), one.end());
    }
    ASSERT_EQ(table_->insert_many(rows, reply_), Status::ok);
  }

  Place place_;
  std::unique_ptr<Session> session_;
  Table* table_ = nullptr;
};

TEST_F(Rows, GiveBackWhatWasInserted) {
  EXPECT_EQ(table_->point_read(7, reply_), Status::not_found);
  const std::string title("a\0title", 7);
  ASSERT_EQ(table_->insert(row(7, -3, title), reply_), Status::ok);
  ASSERT_EQ(table_->point_read(7, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 1);
  ASSERT_EQ(reply_.cells.size(), 4U);
  EXPECT_EQ(reply_.cells[0].integer, 7);
  EXPECT_EQ(reply_.cells[1].integer, -3);
  EXPECT_EQ(reply_.cells[2].bytes, title);
  EXPECT_EQ(reply_.cells[3].integer, 1007);
}

TEST_F(Rows, InsertOfATakenIdIsAConflictAndChangesNothing) {
  ASSERT_EQ(table_->insert(row(1, 1, "first"), reply_), Status::ok);
  EXPECT_EQ(table_->insert(row(1, 2, "second"), reply_), Status::conflict);
  EXPECT_NE(session_->last_error(), "");
  ASSERT_EQ(table_->point_read(1, reply_), Status::ok);
  EXPECT_EQ(session_->last_error(), "");
  EXPECT_EQ(reply_.cells[2].bytes, "first");
}

TEST_F(Rows, InsertOfManyIsAllOrNothing) {
  ASSERT_EQ(table_->insert(row(2, 1, "there"), reply_), Status::ok);
  std::vector<Cell> rows = row(1, 1, "new");
  const std::vector<Cell> taken = row(2, 1, "taken");
  rows.insert(rows.end(), taken.begin(), taken.end());
  EXPECT_EQ(table_->insert_many(rows, reply_), Status::conflict);
  EXPECT_EQ(table_->point_read(1, reply_), Status::not_found);
  EXPECT_EQ(table_->insert(row(1, 1, "new"), reply_), Status::ok);
}

TEST_F(Rows, MultiReadGivesAtMostTheLimitOfMatchingRows) {
  fill();
  ASSERT_EQ(table_->multi_read(1, 3, 3, reply_), Status::ok);
  ASSERT_EQ(reply_.number, 3);
  ASSERT_EQ(reply_.cells.size(), 12U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(reply_.cells[i * 4 + 1].integer, 3);
    EXPECT_EQ(reply_.cells[i * 4 + 2].bytes, "title");
  }
  ASSERT_EQ(table_->multi_read(1, 3, 100, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 5);
  ASSERT_EQ(table_->multi_read(1, 99, 5, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 0);
}

TEST_F(Rows, UpdateChangesOneColumnOfOneRow) {
  fill();
  ASSERT_EQ(table_->point_update(5, 3, {77, {}}, reply_), Status::ok);
  ASSERT_EQ(table_->point_update(5, 2, {0, "changed"}, reply_), Status::ok);
  EXPECT_EQ(table_->point_update(99, 3, {77, {}}, reply_), Status::not_found);
  ASSERT_EQ(table_->point_read(5, reply_), Status::ok);
  EXPECT_EQ(reply_.cells[1].integer, 1);
  EXPECT_EQ(reply_.cells[2].bytes, "changed");
  EXPECT_EQ(reply_.cells[3].integer, 77);
}

TEST_F(Rows, ScanStartsAtTheFirstIdAndKeepsTheOrder) {
  fill();
  ASSERT_EQ(table_->scan(18, 10, reply_), Status::ok);
  ASSERT_EQ(reply_.number, 3);
  EXPECT_EQ(reply_.cells[0].integer, 18);
  EXPECT_EQ(reply_.cells[4].integer, 19);
  EXPECT_EQ(reply_.cells[8].integer, 20);
  ASSERT_EQ(table_->scan(21, 10, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 0);
}

TEST_F(Rows, TransactionIsSeenByOthersAfterItsCommitOnly) {
  const auto other = plugin_->open(place_);
  ASSERT_EQ(table_->begin(reply_), Status::ok);
  ASSERT_EQ(table_->insert(row(1, 1, "mine"), reply_), Status::ok);
  EXPECT_EQ(table_->point_read(1, reply_), Status::ok);
  EXPECT_EQ(other->table()->point_read(1, reply_), Status::not_found);
  ASSERT_EQ(table_->commit(reply_), Status::ok);
  EXPECT_EQ(other->table()->point_read(1, reply_), Status::ok);
}

TEST_F(Rows, RollbackUndoesEverythingSinceBegin) {
  ASSERT_EQ(table_->begin(reply_), Status::ok);
  ASSERT_EQ(table_->insert(row(1, 1, "mine"), reply_), Status::ok);
  ASSERT_EQ(session_->key_value()->put("key", "value", 0, reply_), Status::ok);
  ASSERT_EQ(table_->rollback(reply_), Status::ok);
  EXPECT_EQ(table_->point_read(1, reply_), Status::not_found);
  EXPECT_EQ(session_->key_value()->get("key", reply_), Status::not_found);
}

TEST_F(Rows, ConflictInsideATransactionHasRolledItBack) {
  ASSERT_EQ(table_->insert(row(1, 1, "there"), reply_), Status::ok);
  ASSERT_EQ(table_->begin(reply_), Status::ok);
  ASSERT_EQ(table_->insert(row(2, 1, "mine"), reply_), Status::ok);
  EXPECT_EQ(table_->insert(row(1, 1, "taken"), reply_), Status::conflict);
  EXPECT_EQ(table_->commit(reply_), Status::failed);
  EXPECT_EQ(table_->point_read(2, reply_), Status::not_found);
  EXPECT_EQ(table_->insert(row(2, 1, "later"), reply_), Status::ok);
}

TEST_F(Rows, BeginHoldsOffOtherWritersUntilTheirPatienceEnds) {
  Place impatient = place(Durability::process, {{"busy_timeout_ms", "50"}});
  impatient.tables = place_.tables;
  const auto other = plugin_->open(impatient);
  ASSERT_EQ(table_->begin(reply_), Status::ok);
  EXPECT_EQ(other->table()->insert(row(1, 1, "other"), reply_), Status::conflict);
  EXPECT_NE(other->last_error().find("50 ms"), Bytes::npos) << other->last_error();
  EXPECT_EQ(other->table()->begin(reply_), Status::conflict);
  ASSERT_EQ(table_->rollback(reply_), Status::ok);
  EXPECT_EQ(other->table()->insert(row(1, 1, "other"), reply_), Status::ok);
}

TEST_F(Rows, SessionThatEndsInsideATransactionLetsTheNextWriterIn) {
  auto other = plugin_->open(place_);
  ASSERT_EQ(other->table()->begin(reply_), Status::ok);
  ASSERT_EQ(other->table()->insert(row(1, 1, "lost"), reply_), Status::ok);
  other.reset();
  ASSERT_EQ(table_->insert(row(1, 1, "mine"), reply_), Status::ok);
}

TEST_F(Rows, LeaveNoReadOpenThatWouldStopACheckpoint) {
  fill();
  const auto other = plugin_->open(place_);
  ASSERT_EQ(other->table()->point_read(5, reply_), Status::ok);
  ASSERT_EQ(other->table()->multi_read(1, 3, 2, reply_), Status::ok);
  ASSERT_EQ(other->table()->scan(1, 2, reply_), Status::ok);
  ASSERT_EQ(table_->point_update(5, 3, {77, {}}, reply_), Status::ok);
  plugin_->settle(place_);
  EXPECT_EQ(std::filesystem::file_size(folder_ / "data.sqlite-wal"), 0U);
}

}  // namespace
}  // namespace assay::sqlite
