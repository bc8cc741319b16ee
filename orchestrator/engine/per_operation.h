// A connection for every operation: a session that opens the real one anew each time, and a work
// that asks it to. What an operation takes then has the end of the connection before, the opening
// of its own, and the operation itself. Plain form only; one thread, as all sessions.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "assay/session.h"
#include "workload/work.h"

namespace assay::engine {

class PerOperationSession : public Session {
 public:
  using Open = std::function<std::unique_ptr<Session>()>;

  // Opens the first connection. Throws what open throws.
  explicit PerOperationSession(Open open);
  ~PerOperationSession() override;
  PerOperationSession(const PerOperationSession&) = delete;
  PerOperationSession& operator=(const PerOperationSession&) = delete;

  // Ends the connection and opens the next. false: that failed, and last_error says why; calls of
  // components fail until it succeeds.
  bool reconnect();

  KeyValue* key_value() override;
  Table* table() override;
  Sql* sql() override;
  Bytes last_error() const override;
  Facts facts() override;

 private:
  class ForwardedKeyValue;
  class ForwardedTable;
  class ForwardedSql;

  Open open_;
  std::unique_ptr<Session> session_;
  std::string open_error_;
  std::unique_ptr<ForwardedKeyValue> key_value_;
  std::unique_ptr<ForwardedTable> table_;
  std::unique_ptr<ForwardedSql> sql_;
};

// A work whose operations each begin with a new connection. The session must outlive it.
class PerOperationWork : public workload::Work {
 public:
  PerOperationWork(std::unique_ptr<workload::Work> work, PerOperationSession& session)
      : work_(std::move(work)), session_(session) {}

  std::uint32_t slots() const override { return work_->slots(); }

  void make(std::uint32_t first, std::uint32_t count) override { work_->make(first, count); }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return session_.reconnect() ? work_->issue(slot, reply) : Status::failed;
  }

  bool checks() const override { return work_->checks(); }

  workload::Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    return work_->check(slot, status, reply);
  }

  std::string complaint() const override { return work_->complaint(); }

  std::uint64_t other_calls() const override { return work_->other_calls(); }

  Parts parts() const override { return work_->parts(); }

  // Over a connection of its own: that of the last operation may have failed to open.
  workload::Verdict verify(std::uint64_t most) override {
    session_.reconnect();
    return work_->verify(most);
  }

 private:
  std::unique_ptr<workload::Work> work_;
  PerOperationSession& session_;
};

}  // namespace assay::engine
