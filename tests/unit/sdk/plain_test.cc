#include "assay/plain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <vector>

namespace assay {
namespace {

// A pipelined session that writes down what is called, and does as it is told. Its replies are the
// keys of its gets, each taken only after `receives_needed` receives.
class Scripted final : public Session, public KeyValue {
 public:
  Scripted() {
    if (pipe(pipe_.data()) != 0) {
      throw Error("no pipe");
    }
  }

  Scripted(const Scripted&) = delete;
  Scripted& operator=(const Scripted&) = delete;

  ~Scripted() override {
    close(pipe_[0]);
    close(pipe_[1]);
  }

  // What poll sees: readable, or not.
  void make_readable() {
    const char byte = 0;
    ASSERT_EQ(write(pipe_[1], &byte, 1), 1);
  }

  KeyValue* key_value() override { return this; }

  Bytes last_error() const override { return ""; }

  Facts facts() override { return {}; }

  Wait waits() override {
    calls.emplace_back("waits");
    return {pipe_[0], true, false, timer_ns};
  }

  Status flush() override {
    calls.emplace_back("flush");
    const Status status = flushes.empty() ? Status::ok : flushes.front();
    if (!flushes.empty()) {
      flushes.pop_front();
    }
    return status;
  }

  Status receive() override {
    calls.emplace_back("receive");
    if (pending_receives > 0) {
      --pending_receives;
      return Status::pending;
    }
    received += 1;
    return received == fails_at ? Status::failed : Status::ok;
  }

  bool take(Status& status, Reply& reply) override {
    calls.emplace_back("take");
    if (received < receives_needed || in_flight_.empty()) {
      return false;
    }
    taken_ = in_flight_.front();
    in_flight_.pop_front();
    status = Status::ok;
    reply.value = taken_;
    return true;
  }

  Status get(Bytes key, Reply& reply) override {
    calls.emplace_back("get");
    if (answers_at_once) {
      reply.value = "at once";
      return Status::refused;
    }
    in_flight_.emplace_back(key);
    return Status::pending;
  }

  Status put(Bytes, Bytes, std::int64_t, Reply&) override { return Status::ok; }

  Status erase(Bytes, Reply&) override { return Status::ok; }

  Status increment(Bytes, std::int64_t, Reply&) override { return Status::ok; }

  Status multi_get(Span, Reply&) override { return Status::ok; }

  Status multi_put(Span, Span, std::int64_t, Reply&) override { return Status::ok; }

  std::vector<std::string> calls;
  std::deque<Status> flushes;  // the next answers; ok when there are no more
  int receives_needed = 1;
  int received = 0;
  int pending_receives = 0;  // so many find nothing before one does
  int fails_at = 0;          // the receive that finds the connection gone
  std::int64_t timer_ns = -1;
  bool answers_at_once = false;

 private:
  std::array<int, 2> pipe_{};
  std::deque<std::string> in_flight_;
  std::string taken_;
};

using Calls = std::vector<std::string>;

TEST(Plain, PassesAFinishedCallThrough) {
  Scripted session;
  session.answers_at_once = true;
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::refused);
  EXPECT_EQ(reply.value, "at once");
  EXPECT_EQ(session.calls, (Calls{"get"}));
}

// What a session that waits in the read itself gets: no system call beside its own two.
TEST(Plain, SendsReceivesAndTakesWithoutAWaitOfItsOwn) {
  Scripted session;  // its descriptor never becomes readable
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(reply.value, "key");
  EXPECT_EQ(session.calls, (Calls{"get", "flush", "take", "receive", "take"}));
}

TEST(Plain, WaitsWhereNothingHasCome) {
  Scripted session;
  session.make_readable();
  session.pending_receives = 1;
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(reply.value, "key");
  EXPECT_EQ(session.calls,
            (Calls{"get", "flush", "take", "receive", "take", "waits", "receive", "take"}));
}

TEST(Plain, NeverReadsBlindlyBeforeAllIsSent) {
  Scripted session;  // its descriptor never becomes readable
  session.timer_ns = 1;
  session.flushes = {Status::pending, Status::pending, Status::ok};
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(session.calls, (Calls{"get", "flush", "take", "waits", "flush", "take", "waits",
                                  "flush", "receive", "take"}));
}

TEST(Plain, TakesWhatIsThereBeforeItWaits) {
  Scripted session;  // its descriptor never becomes readable
  session.receives_needed = 0;
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(session.calls, (Calls{"get", "flush", "take"}));
}

TEST(Plain, GoesOnSendingWhileMoreIsQueued) {
  Scripted session;
  session.make_readable();
  session.receives_needed = 2;
  session.flushes = {Status::pending, Status::pending, Status::ok};
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(session.calls, (Calls{"get", "flush", "take", "waits", "flush", "receive", "take",
                                  "waits", "flush", "receive", "take"}));
}

TEST(Plain, ReceivesAgainWhenTheTimerEndsAWait) {
  Scripted session;  // its descriptor never becomes readable
  session.timer_ns = 1;
  session.pending_receives = 3;
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(std::count(session.calls.begin(), session.calls.end(), "waits"), 3);
  EXPECT_EQ(session.received, 1);
}

TEST(Plain, SaysUnknownWhenTheConnectionIsGone) {
  Scripted session;
  session.make_readable();
  session.receives_needed = 2;
  session.fails_at = 1;
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::unknown);
}

TEST(Plain, GivesAReplyThatCameWithTheEndOfTheConnection) {
  Scripted session;
  session.make_readable();
  session.fails_at = 1;
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::ok);
  EXPECT_EQ(reply.value, "key");
}

TEST(Plain, SaysUnknownWhenNothingCanBeSent) {
  Scripted session;
  session.flushes = {Status::failed};
  Reply reply;
  EXPECT_EQ(Plain(session).get("key", reply), Status::unknown);
  EXPECT_EQ(session.received, 0);
}

TEST(TakeNext, GivesTheOldestReplyFirst) {
  Scripted session;
  session.make_readable();
  Reply reply;
  for (const char* key : {"first", "second", "third"}) {
    ASSERT_EQ(session.get(key, reply), Status::pending);
  }
  for (const char* key : {"first", "second", "third"}) {
    EXPECT_EQ(take_next(session, reply), Status::ok);
    EXPECT_EQ(reply.value, key);
  }
}

}  // namespace
}  // namespace assay
