// What the cache's calls mean, with both layouts of its table.
#include <chrono>
#include <thread>

#include "place.h"

namespace assay::sqlite {
namespace {

class Cache : public PlaceTest, public testing::WithParamInterface<const char*> {
 protected:
  Cache()
      : place_(place(Durability::process, {{"schema", GetParam()}})),
        session_(prepared(place_)),
        cache_(*session_->key_value()) {}

  Place place_;
  std::unique_ptr<Session> session_;
  KeyValue& cache_;
};

TEST_P(Cache, GivesBackWhatWasPut) {
  EXPECT_EQ(cache_.get("key", reply_), Status::not_found);
  EXPECT_EQ(cache_.put("key", "value", 0, reply_), Status::ok);
  ASSERT_EQ(cache_.get("key", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "value");
  EXPECT_EQ(cache_.put("key", "another", 0, reply_), Status::ok);
  ASSERT_EQ(cache_.get("key", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "another");
  EXPECT_EQ(session_->last_error(), "");
}

TEST_P(Cache, TakesAnyBytesAsKeyAndValue) {
  const std::string key("k\0\xff\x80", 4);
  const std::string value("\0\xfe\0", 3);
  EXPECT_EQ(cache_.put(key, value, 0, reply_), Status::ok);
  EXPECT_EQ(cache_.put(std::string_view("k\0", 2), "other", 0, reply_), Status::ok);
  ASSERT_EQ(cache_.get(key, reply_), Status::ok);
  EXPECT_EQ(reply_.value, value);
}

TEST_P(Cache, TellsAnEmptyValueFromNone) {
  EXPECT_EQ(cache_.put("empty", Bytes(), 0, reply_), Status::ok);
  EXPECT_EQ(cache_.put("", "of the empty key", 0, reply_), Status::ok);
  ASSERT_EQ(cache_.get("empty", reply_), Status::ok);
  EXPECT_EQ(reply_.value.size(), 0U);
  EXPECT_NE(reply_.value.data(), nullptr);
  ASSERT_EQ(cache_.get(Bytes(), reply_), Status::ok);
  EXPECT_EQ(reply_.value, "of the empty key");
}

TEST_P(Cache, ForgetsAKeyAfterItsTimeToLive) {
  constexpr std::chrono::milliseconds ttl{1000};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(cache_.put("short", "value", ttl.count(), reply_), Status::ok);
  EXPECT_EQ(cache_.put("long", "value", 600'000, reply_), Status::ok);
  const Status early = cache_.get("short", reply_);
  EXPECT_TRUE(early == Status::ok || std::chrono::steady_clock::now() - begin >= ttl);
  std::this_thread::sleep_for(ttl + std::chrono::milliseconds(50));
  EXPECT_EQ(cache_.get("short", reply_), Status::not_found);
  EXPECT_EQ(cache_.erase("short", reply_), Status::not_found);
  EXPECT_EQ(cache_.get("long", reply_), Status::ok);
}

TEST_P(Cache, ErasesWhatIsThere) {
  EXPECT_EQ(cache_.erase("key", reply_), Status::not_found);
  EXPECT_EQ(cache_.put("key", "value", 0, reply_), Status::ok);
  EXPECT_EQ(cache_.erase("key", reply_), Status::ok);
  EXPECT_EQ(cache_.get("key", reply_), Status::not_found);
}

TEST_P(Cache, ReadsSeveralKeysAtOnce) {
  cache_.put("a", "1", 0, reply_);
  cache_.put("c", "", 0, reply_);
  const Bytes keys[] = {"a", "b", "c"};
  ASSERT_EQ(cache_.multi_get(keys, reply_), Status::ok);
  ASSERT_EQ(reply_.values.size(), 3U);
  EXPECT_EQ(reply_.values[0], "1");
  EXPECT_EQ(reply_.values[1].data(), nullptr);
  EXPECT_NE(reply_.values[2].data(), nullptr);
  EXPECT_EQ(reply_.values[2].size(), 0U);
  ASSERT_EQ(cache_.multi_get(std::span(keys).subspan(1, 1), reply_), Status::ok);
  EXPECT_EQ(reply_.values[0].data(), nullptr);
}

TEST_P(Cache, KeepsEarlierValuesOfAMultiGetWhenLaterOnesAreLarge) {
  const std::string small(100, 's');
  const std::string large(1'000'000, 'l');
  const Bytes keys[] = {"small", "large", "small again"};
  const Bytes values[] = {small, large, small};
  ASSERT_EQ(cache_.multi_put(keys, values, 0, reply_), Status::ok);
  ASSERT_EQ(cache_.multi_get(keys, reply_), Status::ok);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(reply_.values[i], values[i]);
  }
}

TEST_P(Cache, StoresSeveralPairsInOneTransaction) {
  const std::int64_t before = counter(place_, "transactions");
  const Bytes keys[] = {"a", "b"};
  const Bytes values[] = {"1", "2"};
  ASSERT_EQ(cache_.multi_put(keys, values, 0, reply_), Status::ok);
  EXPECT_EQ(counter(place_, "transactions"), before + 1);
  ASSERT_EQ(cache_.get("b", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "2");
}

TEST_P(Cache, CountsFromNothingAndFromStoredText) {
  ASSERT_EQ(cache_.increment("n", 5, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 5);
  ASSERT_EQ(cache_.increment("n", -7, reply_), Status::ok);
  EXPECT_EQ(reply_.number, -2);
  ASSERT_EQ(cache_.get("n", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "-2");
  cache_.put("n", "41", 0, reply_);
  ASSERT_EQ(cache_.increment("n", 1, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 42);
}

TEST_P(Cache, CountsFromNothingWhenTheStoredNumberHasExpired) {
  cache_.put("n", "41", 30, reply_);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  ASSERT_EQ(cache_.increment("n", 1, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 1);
}

TEST_P(Cache, RefusesToCountWhatIsNoInteger) {
  for (const Bytes text : {"text", "", "1.5", "007", " 1", "9223372036854775808"}) {
    cache_.put("n", text, 0, reply_);
    EXPECT_EQ(cache_.increment("n", 1, reply_), Status::refused) << text;
    EXPECT_NE(session_->last_error(), "");
    ASSERT_EQ(cache_.get("n", reply_), Status::ok);
    EXPECT_EQ(reply_.value, text);
  }
}

TEST_P(Cache, RefusesToCountPastTheLargestInteger) {
  cache_.put("n", "9223372036854775807", 0, reply_);
  EXPECT_EQ(cache_.increment("n", 1, reply_), Status::refused);
  ASSERT_EQ(cache_.increment("n", -1, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 9223372036854775806);
}

TEST_P(Cache, LeavesNoReadOpenThatWouldStopACheckpoint) {
  const auto other = plugin_->open(place_);
  const Bytes keys[] = {"a", "b"};
  const Bytes values[] = {"1", "2"};
  cache_.multi_put(keys, values, 0, reply_);
  ASSERT_EQ(other->key_value()->get("a", reply_), Status::ok);
  ASSERT_EQ(other->key_value()->multi_get(keys, reply_), Status::ok);
  cache_.put("a", "changed", 0, reply_);
  plugin_->settle(place_);
  EXPECT_EQ(std::filesystem::file_size(folder_ / "data.sqlite-wal"), 0U);
  ASSERT_EQ(other->key_value()->get("a", reply_), Status::ok);
  EXPECT_EQ(reply_.value, "changed");
}

INSTANTIATE_TEST_SUITE_P(Schemas, Cache, testing::Values("litecache", "lean"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace assay::sqlite
