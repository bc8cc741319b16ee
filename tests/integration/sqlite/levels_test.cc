// Durability levels: what is set is read back from SQLite, and syncs are counted.
#include "place.h"

namespace assay::sqlite {
namespace {

class Levels : public PlaceTest {
 protected:
  static constexpr int updates = 50;

  // Puts and updates a different value each time; a write of the same bytes would sync nothing.
  void write(Session& session) {
    for (int i = 0; i < updates; ++i) {
      ASSERT_EQ(session.key_value()->put("key", std::to_string(i), 0, reply_), Status::ok);
    }
  }
};

TEST_F(Levels, NoneHasNoJournal) {
  const Facts facts = prepared(place(Durability::none))->facts();
  EXPECT_EQ(facts.durability, Durability::none);
  EXPECT_EQ(fact(facts, "journal_mode"), "off");
  EXPECT_EQ(fact(facts, "synchronous"), "0");
  EXPECT_EQ(fact(facts, "storage"), "file");
}

TEST_F(Levels, NoneCanHaveItsJournalInMemory) {
  const Facts facts = prepared(place(Durability::none, {{"none_journal", "memory"}}))->facts();
  EXPECT_EQ(facts.durability, Durability::none);
  EXPECT_EQ(fact(facts, "journal_mode"), "memory");
}

TEST_F(Levels, ProcessIsWalWithoutSyncs) {
  const Place here = place(Durability::process);
  const auto session = prepared(here);
  const Facts facts = session->facts();
  EXPECT_EQ(facts.durability, Durability::process);
  EXPECT_EQ(fact(facts, "journal_mode"), "wal");
  EXPECT_EQ(fact(facts, "synchronous"), "0");
  const std::int64_t syncs = counter(here, "syncs");
  const std::int64_t transactions = counter(here, "transactions");
  write(*session);
  EXPECT_EQ(counter(here, "syncs"), syncs);
  EXPECT_EQ(counter(here, "transactions"), transactions + updates);
}

TEST_F(Levels, ProcessCanSyncAtCheckpointsOnly) {
  const Place here = place(Durability::process, {{"process_synchronous", "normal"}});
  const auto session = prepared(here);
  EXPECT_EQ(session->facts().durability, Durability::process);
  EXPECT_EQ(fact(session->facts(), "synchronous"), "1");
  write(*session);
  const std::int64_t syncs = counter(here, "syncs");
  write(*session);
  EXPECT_EQ(counter(here, "syncs"), syncs);
}

TEST_F(Levels, PowerSyncsEveryAcknowledgedCommit) {
  const Place here = place(Durability::power);
  const auto session = prepared(here);
  EXPECT_EQ(session->facts().durability, Durability::power);
  EXPECT_EQ(fact(session->facts(), "journal_mode"), "wal");
  EXPECT_EQ(fact(session->facts(), "synchronous"), "2");
  const std::int64_t syncs = counter(here, "syncs");
  const std::int64_t transactions = counter(here, "transactions");
  write(*session);
  EXPECT_EQ(counter(here, "transactions"), transactions + updates);
  EXPECT_GE(counter(here, "syncs"), syncs + updates);
}

TEST_F(Levels, EverythingThatWasSetIsReadBack) {
  const auto session = prepared(place(Durability::process, {{"page_size", "8192"},
                                                            {"cache_pages", "123"},
                                                            {"mmap_bytes", "1048576"},
                                                            {"wal_autocheckpoint", "77"},
                                                            {"journal_size_limit", "99999"},
                                                            {"busy_timeout_ms", "250"},
                                                            {"max_bytes", "8192000"},
                                                            {"secure_delete", "true"},
                                                            {"schema", "lean"}}));
  const Facts facts = session->facts();
  EXPECT_EQ(fact(facts, "page_size"), "8192");
  EXPECT_EQ(fact(facts, "cache_size"), "123");
  EXPECT_EQ(fact(facts, "mmap_size"), "1048576");
  EXPECT_EQ(fact(facts, "wal_autocheckpoint"), "77");
  EXPECT_EQ(fact(facts, "journal_size_limit"), "99999");
  EXPECT_EQ(fact(facts, "busy_timeout_ms"), "250");
  EXPECT_EQ(fact(facts, "max_page_count"), "1000");
  EXPECT_EQ(fact(facts, "secure_delete"), "1");
  EXPECT_EQ(fact(facts, "locking_mode"), "normal");
  EXPECT_EQ(fact(facts, "schema"), "lean");
}

TEST_F(Levels, DefaultsAreLitecaches) {
  const Facts facts = prepared(place(Durability::process))->facts();
  EXPECT_EQ(fact(facts, "mmap_size"), "134217728");
  EXPECT_EQ(fact(facts, "cache_size"), "2000");
  EXPECT_EQ(fact(facts, "max_page_count"), "32768");
  EXPECT_EQ(fact(facts, "schema"), "litecache");
}

TEST_F(Levels, VersionComesFromTheLibrary) {
  const Facts facts = prepared(place(Durability::process))->facts();
  EXPECT_NE(facts.version.find(sqlite3_libversion()), std::string::npos);
  EXPECT_NE(facts.version.find(sqlite3_sourceid()), std::string::npos);
}

TEST_F(Levels, RollbackWorksAtNoneToo) {
  Place here = place(Durability::none);
  here.tables = {posts()};
  const auto session = prepared(here);
  Table& table = *session->table();
  const Cell row[] = {{1, {}}, {1, {}}, {0, "title"}, {1, {}}};
  ASSERT_EQ(table.begin(reply_), Status::ok);
  ASSERT_EQ(table.insert(row, reply_), Status::ok);
  ASSERT_EQ(table.rollback(reply_), Status::ok);
  EXPECT_EQ(table.point_read(1, reply_), Status::not_found);
  EXPECT_EQ(fact(session->facts(), "journal_mode"), "off");
}

}  // namespace
}  // namespace assay::sqlite
