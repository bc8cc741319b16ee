#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "assay/plain.h"
#include "echo_server.h"

namespace {

using assay::Bytes;
using assay::Reply;
using assay::Status;

// Every way a plain call can be made: at depth 0, and through assay::Plain over both pipelined
// ways.
class EchoPlain : public testing::TestWithParam<int> {
 protected:
  assay::KeyValue& key_value() { return GetParam() == 0 ? *session_->key_value() : *plain_; }

  EchoServer server_;
  std::unique_ptr<assay::Session> session_ = server_.open(GetParam() == 0 ? 0 : 1, GetParam() == 2);
  std::unique_ptr<assay::Plain> plain_ = std::make_unique<assay::Plain>(*session_);
  Reply reply_;
};

TEST_P(EchoPlain, GivesBackWhatWasStored) {
  EXPECT_EQ(key_value().get("k", reply_), Status::not_found);
  ASSERT_EQ(key_value().put("k", Bytes("a\0b", 3), 0, reply_), Status::ok);
  ASSERT_EQ(key_value().get("k", reply_), Status::ok);
  EXPECT_EQ(reply_.value, Bytes("a\0b", 3));
  ASSERT_EQ(key_value().put("k", "", 0, reply_), Status::ok);
  ASSERT_EQ(key_value().get("k", reply_), Status::ok);
  EXPECT_EQ(reply_.value.size(), 0U);
  EXPECT_NE(reply_.value.data(), nullptr);
  EXPECT_EQ(key_value().erase("k", reply_), Status::ok);
  EXPECT_EQ(key_value().erase("k", reply_), Status::not_found);
}

TEST_P(EchoPlain, IncrementsNumbersAndRefusesOthers) {
  ASSERT_EQ(key_value().increment("n", 41, reply_), Status::ok);
  ASSERT_EQ(key_value().increment("n", 1, reply_), Status::ok);
  EXPECT_EQ(reply_.number, 42);
  key_value().put("text", "x", 0, reply_);
  EXPECT_EQ(key_value().increment("text", 1, reply_), Status::refused);
}

TEST_P(EchoPlain, ReadsSeveralInOrderWithGaps) {
  const std::array<Bytes, 2> keys{"a", "c"};
  const std::array<Bytes, 2> values{"one", ""};
  ASSERT_EQ(key_value().multi_put(keys, values, 0, reply_), Status::ok);
  const std::array<Bytes, 3> asked{"a", "b", "c"};
  ASSERT_EQ(key_value().multi_get(asked, reply_), Status::ok);
  ASSERT_EQ(reply_.values.size(), 3U);
  EXPECT_EQ(reply_.values[0], "one");
  EXPECT_EQ(reply_.values[1].data(), nullptr);
  EXPECT_EQ(reply_.values[2].size(), 0U);
  EXPECT_NE(reply_.values[2].data(), nullptr);
}

TEST_P(EchoPlain, ForgetsAValueWhenItsTimeIsOver) {
  key_value().put("short", "v", 20, reply_);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_EQ(key_value().get("short", reply_), Status::not_found);
}

TEST_P(EchoPlain, CarriesAValueLargerThanAnySocketBuffer) {
  std::string large(20U << 20U, 'x');
  large += "end";
  ASSERT_EQ(key_value().put("large", large, 0, reply_), Status::ok);
  ASSERT_EQ(key_value().get("large", reply_), Status::ok);
  EXPECT_TRUE(reply_.value == large);
}

std::string form_name(const testing::TestParamInfo<int>& form) {
  constexpr const char* names[] = {"DepthZero", "Polling", "Blocking"};
  return names[form.param];
}

INSTANTIATE_TEST_SUITE_P(Forms, EchoPlain, testing::Values(0, 1, 2), form_name);

TEST(EchoPlugin, CountsOperationsOfAllConnectionsButNoQuestionsAboutThem) {
  const EchoServer server;
  Reply reply;
  for (int connection = 0; connection < 3; ++connection) {
    server.open(0)->key_value()->put("k", "v", 0, reply);
  }
  EXPECT_EQ(server.operations(), 3);
  EXPECT_EQ(server.operations(), 3);
}

TEST(EchoPlugin, ReadsTheVersionBackFromTheServer) {
  const EchoServer server;
  EXPECT_EQ(server.open(1)->facts().version, "assay-echo-server 0.1");
}

}  // namespace
