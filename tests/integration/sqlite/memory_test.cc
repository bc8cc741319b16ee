// Databases without a file, at durability none.
#include <thread>

#include "place.h"

namespace assay::sqlite {
namespace {

class Memory : public PlaceTest {};

TEST_F(Memory, MemdbIsSharedBetweenTheThreadsOfAProcess) {
  const Place here = place(Durability::none, {{"storage", "memdb"}});
  const auto session = prepared(here);
  EXPECT_EQ(fact(session->facts(), "storage"), "memdb");
  EXPECT_EQ(session->facts().durability, Durability::none);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data.sqlite"));
  std::thread([&] {
    Reply reply;
    const auto other = plugin_->open(here);
    EXPECT_EQ(other->key_value()->put("key", "value", 0, reply), Status::ok);
  }).join();
  ASSERT_EQ(session->key_value()->get("key", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "value");
  plugin_->settle(here);
}

TEST_F(Memory, MemdbTakesWritersFromSeveralThreads) {
  const Place here = place(Durability::none, {{"storage", "memdb"}});
  plugin_->prepare(here);
  const auto count = [&] {
    Reply reply;
    const auto session = plugin_->open(here);
    for (int i = 0; i < 500; ++i) {
      ASSERT_EQ(session->key_value()->increment("n", 1, reply), Status::ok)
          << session->last_error();
    }
  };
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  const auto session = plugin_->open(here);
  ASSERT_EQ(session->key_value()->get("n", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "1000");
}

TEST_F(Memory, PrivateMemoryOutlivesItsSessionAndTakesOneAtATime) {
  const Place here = place(Durability::none, {{"storage", "memory"}});
  auto session = prepared(here);
  EXPECT_EQ(fact(session->facts(), "storage"), "memory");
  ASSERT_EQ(session->key_value()->put("key", "value", 0, reply_), Status::ok);
  EXPECT_THROW(plugin_->open(here), Error);
  session.reset();
  plugin_->settle(here);
  session = plugin_->open(here);
  ASSERT_EQ(session->key_value()->get("key", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "value");
}

TEST_F(Memory, IsRefusedWhereAnotherProcessPreparedIt) {
  for (const char* storage : {"memdb", "memory"}) {
    const Place here = place(Durability::none, {{"storage", storage}});
    try {
      plugin_->open(here);
      FAIL() << storage;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("processes: 1"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace assay::sqlite
