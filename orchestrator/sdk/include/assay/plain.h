// The plain form of a pipelined session: every call sends, waits for its own reply and returns it.
// Used for loading and verifying, and by plugins' users that want no pipeline. A session that is
// plain already passes through at the cost of one comparison a call.
// Thread rule of the session.
#pragma once

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "assay/session.h"

namespace assay {

// Waits until the session's descriptor or timer says that there is something to do. false: it
// cannot be waited for. readable: set to whether reading gives something, an end or an error
// included; true, too, without a descriptor.
inline bool wait_until_ready(const Wait& wait, bool& readable) {
  constexpr std::int64_t ns_per_ms = 1'000'000;
  readable = wait.fd < 0;
  if (wait.fd < 0 && wait.timer_ns < 0) {
    return true;
  }
  pollfd descriptor{wait.fd,
                    static_cast<short>((wait.read ? POLLIN : 0) | (wait.write ? POLLOUT : 0)), 0};
  const std::int64_t timeout_ms =
      wait.timer_ns < 0 ? -1 : wait.timer_ns / ns_per_ms + (wait.timer_ns % ns_per_ms > 0);
  const auto most_ms = static_cast<std::int64_t>(std::numeric_limits<int>::max());
  const int found = poll(&descriptor, 1, static_cast<int>(std::min(timeout_ms, most_ms)));
  readable = readable || (found > 0 && (descriptor.revents & ~POLLOUT) != 0);
  return found >= 0 || errno == EINTR;
}

// Sends what is queued, waits for the reply of the oldest operation in flight and takes it.
// unknown: the connection is gone and the reply with it. A session opened with blocking_receive
// waits in the read itself, for one system call an operation less. The others wait without end
// where waits() names no timer: a session that keeps a deadline says so there, and ends the
// operation when it is over.
// REQUIRES: at least one operation is in flight.
inline Status take_next(Session& session, Reply& reply) {
  Status sent = session.flush();
  // The peer may not answer before it has all of a request: never read blindly before that.
  bool may_read = sent == Status::ok;
  for (;;) {
    // Before waiting: what a client has buffered already is announced by no descriptor.
    Status status = Status::failed;
    if (session.take(status, reply)) {
      return status;
    }
    if (sent == Status::failed) {
      return Status::unknown;
    }
    if (!may_read) {
      bool readable = false;
      if (!wait_until_ready(session.waits(), readable)) {
        return Status::unknown;
      }
      if (sent == Status::pending) {
        sent = session.flush();
      }
      if (sent == Status::failed || (sent == Status::pending && !readable)) {
        continue;
      }
    }
    const Status received = session.receive();
    if (received == Status::failed) {
      return session.take(status, reply) ? status : Status::unknown;
    }
    may_read = sent == Status::ok && received == Status::ok;
  }
}

// REQUIRES: no operation in flight when a call is made.
class Plain final : public KeyValue, public Table {
 public:
  // Borrows the session. REQUIRES: a component is only called if the session has it.
  explicit Plain(Session& session)
      : session_(session), key_value_(session.key_value()), table_(session.table()) {}

  Status get(Bytes key, Reply& reply) override {
    return finish(key_value_->get(key, reply), reply);
  }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    return finish(key_value_->put(key, value, ttl_ms, reply), reply);
  }

  Status erase(Bytes key, Reply& reply) override {
    return finish(key_value_->erase(key, reply), reply);
  }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    return finish(key_value_->increment(key, by, reply), reply);
  }

  Status multi_get(Span keys, Reply& reply) override {
    return finish(key_value_->multi_get(keys, reply), reply);
  }

  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override {
    return finish(key_value_->multi_put(keys, values, ttl_ms, reply), reply);
  }

  Status point_read(std::int64_t id, Reply& reply) override {
    return finish(table_->point_read(id, reply), reply);
  }

  Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                    Reply& reply) override {
    return finish(table_->multi_read(column, value, limit, reply), reply);
  }

  Status point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                      Reply& reply) override {
    return finish(table_->point_update(id, column, value, reply), reply);
  }

  Status insert(std::span<const Cell> row, Reply& reply) override {
    return finish(table_->insert(row, reply), reply);
  }

  Status insert_many(std::span<const Cell> rows, Reply& reply) override {
    return finish(table_->insert_many(rows, reply), reply);
  }

  Status scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) override {
    return finish(table_->scan(first_id, limit, reply), reply);
  }

  Status begin(Reply& reply) override { return finish(table_->begin(reply), reply); }

  Status commit(Reply& reply) override { return finish(table_->commit(reply), reply); }

  Status rollback(Reply& reply) override { return finish(table_->rollback(reply), reply); }

 private:
  Status finish(Status status, Reply& reply) {
    return status == Status::pending ? take_next(session_, reply) : status;
  }

  Session& session_;
  KeyValue* key_value_;
  Table* table_;
};

// The same for the component Sql. REQUIRES: the session has it.
class PlainSql final : public Sql {
 public:
  // Borrows the session.
  explicit PlainSql(Session& session) : session_(session), sql_(*session.sql()) {}

  Dialect dialect() const override { return sql_.dialect(); }

  std::uint32_t prepare(const std::string& statement,
                        std::span<const SqlType> parameters) override {
    return sql_.prepare(statement, parameters);
  }

  Status execute(std::uint32_t statement, std::span<const Cell> parameters, Reply& reply) override {
    return finish(sql_.execute(statement, parameters, reply), reply);
  }

  Status begin(Access access, Reply& reply) override {
    return finish(sql_.begin(access, reply), reply);
  }

  Status commit(Reply& reply) override { return finish(sql_.commit(reply), reply); }

  Status rollback(Reply& reply) override { return finish(sql_.rollback(reply), reply); }

 private:
  Status finish(Status status, Reply& reply) {
    return status == Status::pending ? take_next(session_, reply) : status;
  }

  Session& session_;
  Sql& sql_;
};

}  // namespace assay
