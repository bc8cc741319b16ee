#include <gtest/gtest.h>
#include <poll.h>

#include "echo_server.h"

namespace {

using assay::Bytes;
using assay::Reply;
using assay::Status;

void wait(assay::Session& session) {
  const assay::Wait wait = session.waits();
  pollfd descriptor{wait.fd,
                    static_cast<short>((wait.read ? POLLIN : 0) | (wait.write ? POLLOUT : 0)), 0};
  poll(&descriptor, 1, 10'000);
}

TEST(EchoPipelined, AnswersInTheOrderAsked) {
  const EchoServer server;
  const auto session = server.open(64);
  Reply reply;
  for (int i = 0; i < 32; ++i) {
    const std::string key = "k" + std::to_string(i);
    ASSERT_EQ(session->key_value()->put(key, std::to_string(i), 0, reply), Status::pending);
    ASSERT_EQ(session->key_value()->get(key, reply), Status::pending);
  }
  EXPECT_EQ(session->flush(), Status::ok);
  int taken = 0;
  Status status{};
  while (taken < 64) {
    wait(*session);
    ASSERT_NE(session->receive(), Status::failed);
    while (session->take(status, reply)) {
      ASSERT_EQ(status, Status::ok);
      if (taken % 2 == 1) {
        EXPECT_EQ(reply.value, std::to_string(taken / 2));
      }
      ++taken;
    }
  }
  EXPECT_FALSE(session->take(status, reply));
}

TEST(EchoPipelined, SaysPendingWhenNothingHasCome) {
  const EchoServer server;
  const auto session = server.open(1);
  EXPECT_EQ(session->receive(), Status::pending);
  EXPECT_EQ(session->waits().timer_ns, -1);
}

TEST(EchoPipelined, SendsTheRestOfALargeRequestWhenTheSocketTakesIt) {
  const EchoServer server;
  const auto session = server.open(1);
  const std::string large(8U << 20U, 'y');
  Reply reply;
  ASSERT_EQ(session->key_value()->put("k", large, 0, reply), Status::pending);
  ASSERT_EQ(session->flush(), Status::pending);
  EXPECT_TRUE(session->waits().write);
  while (session->flush() == Status::pending) {
    wait(*session);
  }
  EXPECT_FALSE(session->waits().write);
}

TEST(EchoPipelined, WaitsInTheReadItselfAlsoWhileSendingWaits) {
  const EchoServer server;
  const auto session = server.open(2, true);
  const std::string large(8U << 20U, 'y');
  Reply reply;
  ASSERT_EQ(session->key_value()->put("k", large, 0, reply), Status::pending);
  ASSERT_EQ(session->key_value()->get("k", reply), Status::pending);
  session->flush();
  Status status{};
  for (int taken = 0; taken < 2;) {
    ASSERT_EQ(session->receive(), Status::ok);
    while (session->take(status, reply)) {
      EXPECT_EQ(status, Status::ok);
      ++taken;
    }
  }
  EXPECT_EQ(reply.value.size(), large.size());
}

}  // namespace
