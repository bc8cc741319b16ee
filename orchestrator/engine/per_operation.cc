#include "engine/per_operation.h"

#include <exception>
#include <optional>
#include <utility>
#include <vector>

namespace assay::engine {
namespace {

// Calls a component of the connection there is now; without one the operation fails.
template <typename Component, typename... Parameters, typename... Arguments>
Status forward(const std::unique_ptr<Session>& session, Component* (Session::*component)(),
               Status (Component::*call)(Parameters...), Arguments&&... arguments) {
  return session ? ((session.get()->*component)()->*call)(std::forward<Arguments>(arguments)...)
                 : Status::failed;
}

}  // namespace

class PerOperationSession::ForwardedKeyValue : public KeyValue {
 public:
  explicit ForwardedKeyValue(const std::unique_ptr<Session>& session) : session_(session) {}

  Status get(Bytes key, Reply& reply) override { return call(&KeyValue::get, key, reply); }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    return call(&KeyValue::put, key, value, ttl_ms, reply);
  }

  Status erase(Bytes key, Reply& reply) override { return call(&KeyValue::erase, key, reply); }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    return call(&KeyValue::increment, key, by, reply);
  }

  Status multi_get(Span keys, Reply& reply) override {
    return call(&KeyValue::multi_get, keys, reply);
  }

  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override {
    return call(&KeyValue::multi_put, keys, values, ttl_ms, reply);
  }

 private:
  template <typename Call, typename... Arguments>
  Status call(Call call, Arguments&&... arguments) {
    return forward(session_, &Session::key_value, call, std::forward<Arguments>(arguments)...);
  }

  const std::unique_ptr<Session>& session_;
};

class PerOperationSession::ForwardedTable : public Table {
 public:
  explicit ForwardedTable(const std::unique_ptr<Session>& session) : session_(session) {}

  Status point_read(std::int64_t id, Reply& reply) override {
    return call(&Table::point_read, id, reply);
  }

  Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                    Reply& reply) override {
    return call(&Table::multi_read, column, value, limit, reply);
  }

  Status point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                      Reply& reply) override {
    return call(&Table::point_update, id, column, value, reply);
  }

  Status insert(std::span<const Cell> row, Reply& reply) override {
    return call(&Table::insert, row, reply);
  }

  Status insert_many(std::span<const Cell> rows, Reply& reply) override {
    return call(&Table::insert_many, rows, reply);
  }

  Status scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) override {
    return call(&Table::scan, first_id, limit, reply);
  }

  Status begin(Reply& reply) override { return call(&Table::begin, reply); }

  Status commit(Reply& reply) override { return call(&Table::commit, reply); }

  Status rollback(Reply& reply) override { return call(&Table::rollback, reply); }

 private:
  template <typename Call, typename... Arguments>
  Status call(Call call, Arguments&&... arguments) {
    return forward(session_, &Session::table, call, std::forward<Arguments>(arguments)...);
  }

  const std::unique_ptr<Session>& session_;
};

// A statement is prepared on each connection that runs it: that is part of what connecting costs.
class PerOperationSession::ForwardedSql : public Sql {
 public:
  explicit ForwardedSql(const std::unique_ptr<Session>& session)
      : session_(session), dialect_(session->sql()->dialect()) {}

  void forget_connection() { numbers_.assign(statements_.size(), std::nullopt); }

  Dialect dialect() const override { return dialect_; }

  std::uint32_t prepare(const std::string& statement,
                        std::span<const SqlType> parameters) override {
    numbers_.emplace_back(session_ ? std::optional(session_->sql()->prepare(statement, parameters))
                                   : std::nullopt);
    statements_.push_back({statement, {parameters.begin(), parameters.end()}});
    return static_cast<std::uint32_t>(statements_.size() - 1);
  }

  Status execute(std::uint32_t statement, std::span<const Cell> parameters, Reply& reply) override {
    if (!session_) {
      return Status::failed;
    }
    std::optional<std::uint32_t>& number = numbers_[statement];
    if (!number) {
      number = session_->sql()->prepare(statements_[statement].text, statements_[statement].types);
    }
    return session_->sql()->execute(*number, parameters, reply);
  }

  Status begin(Access access, Reply& reply) override {
    return forward(session_, &Session::sql, &Sql::begin, access, reply);
  }

  Status commit(Reply& reply) override {
    return forward(session_, &Session::sql, &Sql::commit, reply);
  }

  Status rollback(Reply& reply) override {
    return forward(session_, &Session::sql, &Sql::rollback, reply);
  }

 private:
  struct Statement {
    std::string text;
    std::vector<SqlType> types;
  };

  const std::unique_ptr<Session>& session_;
  Dialect dialect_;
  std::vector<Statement> statements_;
  std::vector<std::optional<std::uint32_t>> numbers_;  // [statement] on this connection
};

PerOperationSession::PerOperationSession(Open open) : open_(std::move(open)), session_(open_()) {
  if (session_->key_value() != nullptr) {
    key_value_ = std::make_unique<ForwardedKeyValue>(session_);
  }
  if (session_->table() != nullptr) {
    table_ = std::make_unique<ForwardedTable>(session_);
  }
  if (session_->sql() != nullptr) {
    sql_ = std::make_unique<ForwardedSql>(session_);
  }
}

PerOperationSession::~PerOperationSession() = default;

bool PerOperationSession::reconnect() {
  session_.reset();
  if (sql_) {
    sql_->forget_connection();
  }
  try {
    session_ = open_();
    return true;
  } catch (const std::exception& error) {
    open_error_ = error.what();
    return false;
  }
}

KeyValue* PerOperationSession::key_value() { return key_value_.get(); }

Table* PerOperationSession::table() { return table_.get(); }

Sql* PerOperationSession::sql() { return sql_.get(); }

Bytes PerOperationSession::last_error() const {
  return session_ ? session_->last_error() : Bytes(open_error_);
}

Facts PerOperationSession::facts() {
  if (!session_ && !reconnect()) {
    throw Error(open_error_);
  }
  return session_->facts();
}

}  // namespace assay::engine
