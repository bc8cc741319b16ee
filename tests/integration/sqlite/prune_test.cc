// The cache's size limit and what it drops first.
#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "place.h"

namespace assay::sqlite {
namespace {

constexpr int limit_bytes = 1 << 20;

class Prune : public PlaceTest, public testing::WithParamInterface<const char*> {
 protected:
  // Enough values to pass the limit, not twice.
  void fill(KeyValue& cache, int first, int count) {
    const std::string value(4000, 'v');
    for (int i = first; i < first + count; ++i) {
      ASSERT_EQ(cache.put(std::to_string(i), value, 0, reply_), Status::ok) << i;
    }
  }

  // The first column of the first row, by a connection of the test's own.
  std::string query(const std::string& sql) const {
    sqlite3* handle = nullptr;
    sqlite3_stmt* statement = nullptr;
    sqlite3_open_v2((folder_ / "data.sqlite").c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr);
    sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr);
    std::string text;
    if (sqlite3_step(statement) == SQLITE_ROW) {
      text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return text;
  }

  int rows() const { return std::stoi(query("SELECT count(*) FROM data")); }

  Place limited(Durability durability) {
    return place(durability, {{"schema", GetParam()}, {"max_bytes", std::to_string(limit_bytes)}});
  }
};

TEST_P(Prune, KeepsTheDatabaseBelowItsLimitAtEveryLevel) {
  for (const Durability level : {Durability::none, Durability::process, Durability::power}) {
    const Place here = limited(level);
    auto session = prepared(here);
    fill(*session->key_value(), 0, 1000);
    ASSERT_EQ(session->key_value()->get("999", reply_), Status::ok);
    EXPECT_EQ(session->key_value()->get("0", reply_), Status::not_found);
    plugin_->settle(here);
    EXPECT_LE(std::filesystem::file_size(folder_ / "data.sqlite"), limit_bytes) << name(level);
    session.reset();
    EXPECT_GT(rows(), 100) << name(level);
    EXPECT_EQ(query("PRAGMA integrity_check"), "ok") << name(level);
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
}

TEST_P(Prune, DropsTheFifthThatWasUsedLongestAgo) {
  const auto session = prepared(limited(Durability::process));
  KeyValue& cache = *session->key_value();
  // Old, then young; within a tick of the clock the order is open, so they are kept apart.
  fill(cache, 0, 70);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  fill(cache, 70, 130);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(cache.get(std::to_string(i), reply_), Status::ok);
  }
  int next = 200;
  while (rows() == next) {
    fill(cache, next++, 1);
    ASSERT_LT(next, 400);
  }
  // About 250 rows were there when the first prune took a fifth: of the 60 old ones not read since.
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(cache.get(std::to_string(i), reply_), Status::ok) << i;
  }
  int old_left = 0;
  for (int i = 10; i < 70; ++i) {
    old_left += cache.get(std::to_string(i), reply_) == Status::ok ? 1 : 0;
  }
  EXPECT_EQ(rows(), next - (60 - old_left));
  EXPECT_LE(old_left, 20);
  for (int i = 70; i < next; ++i) {
    EXPECT_EQ(cache.get(std::to_string(i), reply_), Status::ok) << i;
  }
}

TEST_P(Prune, MakesRoomForSeveralPairsAtOnce) {
  for (const Durability level : {Durability::none, Durability::process}) {
    const auto session = prepared(limited(level));
    const std::string value(4000, 'v');
    for (int i = 0; i < 400; i += 2) {
      const std::string keys[] = {std::to_string(i), std::to_string(i + 1)};
      const Bytes key_views[] = {keys[0], keys[1]};
      const Bytes values[] = {value, value};
      ASSERT_EQ(session->key_value()->multi_put(key_views, values, 0, reply_), Status::ok)
          << session->last_error();
    }
    EXPECT_EQ(session->key_value()->get("399", reply_), Status::ok);
    EXPECT_EQ(session->key_value()->get("0", reply_), Status::not_found);
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
}

TEST_P(Prune, RefusesAValueLargerThanTheLimitAndKeepsTheRest) {
  for (const Durability level : {Durability::none, Durability::process}) {
    const auto session = prepared(limited(level));
    fill(*session->key_value(), 0, 100);
    const std::string large(limit_bytes, 'v');
    EXPECT_EQ(session->key_value()->put("large", large, 0, reply_), Status::refused);
    EXPECT_NE(session->last_error().find("max_bytes"), Bytes::npos) << session->last_error();
    EXPECT_EQ(session->key_value()->get("0", reply_), Status::ok);
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
}

TEST_P(Prune, DeletesExpiredRowsOnTheWritePathAfterTheInterval) {
  const auto session =
      prepared(place(Durability::process, {{"schema", GetParam()}, {"prune_interval_ms", "2000"}}));
  KeyValue& cache = *session->key_value();
  for (int i = 0; i < 10; ++i) {
    cache.put(std::to_string(i), "value", 1, reply_);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(2050));
  EXPECT_EQ(cache.get("1", reply_), Status::not_found);
  EXPECT_EQ(rows(), 10);
  cache.put("next", "value", 0, reply_);
  EXPECT_EQ(rows(), 1);
}

TEST_P(Prune, WritesTimesOfReadingOnlyWhenPruning) {
  const auto session =
      prepared(place(Durability::process, {{"schema", GetParam()}, {"prune_interval_ms", "200"}}));
  KeyValue& cache = *session->key_value();
  cache.put("read", "value", 0, reply_);
  cache.put("unread", "value", 0, reply_);
  const std::string last_used = "SELECT last_used FROM data WHERE id = 'read'";
  const std::string before = query(last_used);
  std::this_thread::sleep_for(std::chrono::milliseconds(1000));
  ASSERT_EQ(cache.get("read", reply_), Status::ok);
  EXPECT_EQ(query(last_used), before);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  cache.put("next", "value", 0, reply_);
  EXPECT_GE(std::stoll(query(last_used)), std::stoll(before) + 900);
  EXPECT_LT(std::stoll(query("SELECT last_used FROM data WHERE id = 'unread'")),
            std::stoll(before) + 900);
}

INSTANTIATE_TEST_SUITE_P(Schemas, Prune, testing::Values("litecache", "lean"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace assay::sqlite
