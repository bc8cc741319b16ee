#include "plugins/sqlite/connection.h"

#include <fmt/format.h>

#include <cstring>

namespace assay::sqlite {
namespace {

Status status_of(int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_CONSTRAINT:
      return Status::conflict;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
    case SQLITE_TOOBIG:
      return Status::refused;
    default:
      return Status::failed;
  }
}

}  // namespace

Connection::Connection(std::unique_ptr<Database> database, const Settings& settings,
                       std::atomic<std::int64_t>& transactions)
    : settings_(settings), database_(std::move(database)), transactions_(transactions) {
  if (settings.storage != Storage::memory) {
    queue_ = std::make_unique<WriterQueue>(settings.queue_file());
  }
  begin_read_ = database_->prepare("BEGIN");
  begin_write_ = database_->prepare("BEGIN IMMEDIATE");
  commit_ = database_->prepare("COMMIT");
  rollback_ = database_->prepare("ROLLBACK");
  if (settings.unjournaled()) {
    journal_memory_ = database_->prepare("PRAGMA journal_mode=MEMORY");
    journal_off_ = database_->prepare("PRAGMA journal_mode=OFF");
  }
}

Connection::~Connection() {
  if (in_transaction_) {
    rollback();
  }
}

std::unique_ptr<Database> Connection::release_database() {
  if (in_transaction_) {
    rollback();
  }
  for (Statement* each :
       {&begin_read_, &begin_write_, &commit_, &rollback_, &journal_memory_, &journal_off_}) {
    each->reset();
  }
  return std::move(database_);
}

Status Connection::take_turn() {
  if (queue_ == nullptr || in_transaction_ || queue_->enter(settings_.busy_timeout_ns)) {
    return Status::ok;
  }
  return fail(Status::conflict,
              fmt::format("no turn to write within {} ms: other writers are before this one",
                          settings_.busy_timeout_ns / 1'000'000));
}

void Connection::give_turn() {
  if (queue_ != nullptr && !in_transaction_) {
    queue_->leave();
  }
}

Status Connection::write(sqlite3_stmt* statement) {
  if (const Status status = take_turn(); status != Status::ok) {
    return status;
  }
  const int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  give_turn();
  if (code != SQLITE_DONE) {
    return fail(code);
  }
  count_statement();
  return Status::ok;
}

Status Connection::write_returning(sqlite3_stmt* statement, std::int64_t& number) {
  if (const Status status = take_turn(); status != Status::ok) {
    return status;
  }
  int code = sqlite3_step(statement);
  const bool row = code == SQLITE_ROW;
  if (row) {
    number = sqlite3_column_int64(statement, 0);
    code = sqlite3_step(statement);  // the commit happens here
  }
  sqlite3_reset(statement);
  give_turn();
  if (code != SQLITE_DONE) {
    return fail(code);
  }
  count_statement();
  return row ? Status::ok : Status::not_found;
}

Status Connection::begin_read() { return in_transaction_ ? Status::ok : run(begin_read_.get()); }

void Connection::end_read() {
  if (!in_transaction_) {
    run(commit_.get());
  }
}

Status Connection::begin_write() {
  if (in_transaction_) {
    return fail(Status::failed, "begin inside a transaction; commit or roll back first");
  }
  if (const Status status = take_turn(); status != Status::ok) {
    return status;
  }
  if (journal_memory_ != nullptr) {
    run(journal_memory_.get());
  }
  const Status status = run(begin_write_.get());
  if (status == Status::ok) {
    in_transaction_ = true;
  } else {
    end_transaction();
  }
  return status;
}

Status Connection::commit() {
  if (!in_transaction_) {
    return fail(Status::failed, "commit without a transaction");
  }
  const int code = sqlite3_step(commit_.get());
  sqlite3_reset(commit_.get());
  if (code != SQLITE_DONE) {
    const Status status = fail(code);
    if (in_transaction_) {
      run(rollback_.get());
      end_transaction();
    }
    return status;
  }
  end_transaction();
  count_transaction();
  return Status::ok;
}

Status Connection::rollback() {
  if (!in_transaction_) {
    return fail(Status::failed, "rollback without a transaction");
  }
  const Status status = run(rollback_.get());
  end_transaction();
  return status;
}

Status Connection::step_inside(sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  return code == SQLITE_DONE || code == SQLITE_ROW ? Status::ok : fail(code);
}

Status Connection::fail(int code) {
  code_ = code & 0xff;
  error_ = sqlite3_errmsg(database_->get());
  if (const int system = sqlite3_system_errno(database_->get()); system != 0) {
    error_ += fmt::format(" ({})", std::strerror(system));
  }
  const Status status = status_of(code);
  if (in_transaction_ &&
      (status == Status::conflict || sqlite3_get_autocommit(database_->get()) != 0)) {
    // SQLite ends a transaction by itself on some errors; then there is nothing to roll back.
    if (sqlite3_get_autocommit(database_->get()) == 0) {
      sqlite3_step(rollback_.get());
      sqlite3_reset(rollback_.get());
    }
    end_transaction();
  }
  return status;
}

Status Connection::fail(Status status, std::string text) {
  code_ = SQLITE_OK;
  error_ = std::move(text);
  return status;
}

// A step without the bookkeeping of fail(), which ends transactions.
Status Connection::run(sqlite3_stmt* statement) {
  const int code = sqlite3_step(statement);
  sqlite3_reset(statement);
  if (code == SQLITE_DONE || code == SQLITE_ROW) {
    return Status::ok;
  }
  code_ = code & 0xff;
  error_ = sqlite3_errmsg(database_->get());
  return status_of(code);
}

void Connection::end_transaction() {
  in_transaction_ = false;
  if (journal_off_ != nullptr) {
    sqlite3_step(journal_off_.get());
    sqlite3_reset(journal_off_.get());
  }
  give_turn();
}

}  // namespace assay::sqlite
