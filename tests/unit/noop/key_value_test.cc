#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "noop_place.h"

namespace {

using assay::Bytes;
using assay::Reply;
using assay::Status;

TEST(NoopKeyValue, GivesBackWhatAnotherSessionStored) {
  const NoopPlace place;
  const auto writer = place.open();
  const auto reader = place.open();
  Reply reply;
  EXPECT_EQ(reader->key_value()->get("k", reply), Status::not_found);
  EXPECT_EQ(writer->key_value()->put("k", Bytes("a\0b", 3), 0, reply), Status::ok);
  ASSERT_EQ(reader->key_value()->get("k", reply), Status::ok);
  EXPECT_EQ(reply.value, Bytes("a\0b", 3));
}

TEST(NoopKeyValue, KeepsAnEmptyValueApartFromNone) {
  const NoopPlace place;
  const auto session = place.open();
  Reply reply;
  session->key_value()->put("empty", "", 0, reply);
  ASSERT_EQ(session->key_value()->get("empty", reply), Status::ok);
  EXPECT_EQ(reply.value.size(), 0U);
  EXPECT_NE(reply.value.data(), nullptr);
}

TEST(NoopKeyValue, ReplacesByLongerAndShorterValues) {
  const NoopPlace place;
  const auto session = place.open();
  Reply reply;
  for (const std::size_t size : {10U, 10'000U, 3U, 100U}) {
    const std::string value(size, static_cast<char>('a' + size % 26));
    ASSERT_EQ(session->key_value()->put("k", value, 0, reply), Status::ok);
    ASSERT_EQ(session->key_value()->get("k", reply), Status::ok);
    EXPECT_EQ(reply.value, value);
  }
}

TEST(NoopKeyValue, ErasesOnceAndStoresAgain) {
  const NoopPlace place;
  const auto session = place.open();
  Reply reply;
  session->key_value()->put("k", "v", 0, reply);
  EXPECT_EQ(session->key_value()->erase("k", reply), Status::ok);
  EXPECT_EQ(session->key_value()->erase("k", reply), Status::not_found);
  EXPECT_EQ(session->key_value()->get("k", reply), Status::not_found);
  session->key_value()->put("k", "again", 0, reply);
  ASSERT_EQ(session->key_value()->get("k", reply), Status::ok);
  EXPECT_EQ(reply.value, "again");
}

TEST(NoopKeyValue, ForgetsAValueWhenItsTimeIsOver) {
  const NoopPlace place;
  const auto session = place.open();
  Reply reply;
  session->key_value()->put("long", "v", 60'000, reply);
  session->key_value()->put("short", "v", 20, reply);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_EQ(session->key_value()->get("long", reply), Status::ok);
  EXPECT_EQ(session->key_value()->get("short", reply), Status::not_found);
}

TEST(NoopKeyValue, IncrementsNumbersAndRefusesOthers) {
  const NoopPlace place;
  const auto session = place.open();
  Reply reply;
  ASSERT_EQ(session->key_value()->increment("n", 5, reply), Status::ok);
  EXPECT_EQ(reply.number, 5);
  ASSERT_EQ(session->key_value()->increment("n", -7, reply), Status::ok);
  EXPECT_EQ(reply.number, -2);
  ASSERT_EQ(session->key_value()->get("n", reply), Status::ok);
  EXPECT_EQ(reply.value, "-2");
  session->key_value()->put("text", "2x", 0, reply);
  EXPECT_EQ(session->key_value()->increment("text", 1, reply), Status::refused);
  session->key_value()->put("most", "9223372036854775807", 0, reply);
  EXPECT_EQ(session->key_value()->increment("most", 1, reply), Status::refused);
}

TEST(NoopKeyValue, LosesNoIncrementOfFourThreads) {
  const NoopPlace place;
  constexpr int each = 20'000;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      const auto session = place.open();
      Reply reply;
      for (int i = 0; i < each; ++i) {
        session->key_value()->increment("n", 1, reply);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  Reply reply;
  ASSERT_EQ(place.open()->key_value()->increment("n", 0, reply), Status::ok);
  EXPECT_EQ(reply.number, 4 * each);
}

TEST(NoopKeyValue, NeverShowsAHalfWrittenValue) {
  const NoopPlace place;
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    const auto session = place.open();
    Reply reply;
    for (char fill = 'a'; !stop.load(); fill = fill == 'z' ? 'a' : static_cast<char>(fill + 1)) {
      session->key_value()->put("k", std::string(1000, fill), 0, reply);
    }
  });
  const auto session = place.open();
  Reply reply;
  int mixed = 0;
  for (int i = 0; i < 100'000; ++i) {
    if (session->key_value()->get("k", reply) == Status::ok) {
      mixed += reply.value.find_first_not_of(reply.value[0]) == Bytes::npos ? 0 : 1;
    }
  }
  stop = true;
  writer.join();
  EXPECT_EQ(mixed, 0);
}

TEST(NoopKeyValue, ReadsSeveralInOrderWithGaps) {
  const NoopPlace place;
  const auto session = place.open();
  Reply reply;
  const std::array<Bytes, 2> keys{"a", "c"};
  const std::string large(5000, 'c');
  const std::array<Bytes, 2> values{"one", large};
  ASSERT_EQ(session->key_value()->multi_put(keys, values, 0, reply), Status::ok);
  const std::array<Bytes, 3> asked{"a", "b", "c"};
  ASSERT_EQ(session->key_value()->multi_get(asked, reply), Status::ok);
  ASSERT_EQ(reply.values.size(), 3U);
  EXPECT_EQ(reply.values[0], "one");
  EXPECT_EQ(reply.values[1].data(), nullptr);
  EXPECT_EQ(reply.values[2], large);
}

TEST(NoopKeyValue, RefusesWhatDoesNotFit) {
  const NoopPlace place(NoopPlace::Settings{{"keys", "4"}, {"store_bytes", "4096"}});
  const auto session = place.open();
  Reply reply;
  EXPECT_EQ(session->key_value()->put("k", std::string(5000, 'x'), 0, reply), Status::refused);
  for (int key = 0; key < 8; ++key) {
    EXPECT_EQ(session->key_value()->put(std::to_string(key), "v", 0, reply), Status::ok);
  }
  EXPECT_EQ(session->key_value()->put("ninth", "v", 0, reply), Status::refused);
  EXPECT_EQ(session->key_value()->get("ninth", reply), Status::not_found);
}

TEST(NoopKeyValue, AnswersConstantBytesWithoutAStore) {
  const NoopPlace place(NoopPlace::Settings{{"store", "false"}, {"value_bytes", "7"}});
  const auto session = place.open();
  Reply reply;
  ASSERT_EQ(session->key_value()->get("never stored", reply), Status::ok);
  EXPECT_EQ(reply.value, "xxxxxxx");
  EXPECT_TRUE(std::filesystem::is_empty(place.place().folder));
}

}  // namespace
