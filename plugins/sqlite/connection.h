// What a session's components share: the database, the turn among writers, transactions, the text
// of the last error, and the bytes of the last reply. Thread rule of the session, which owns it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "assay/session.h"
#include "plugins/sqlite/arena.h"
#include "plugins/sqlite/database.h"
#include "plugins/sqlite/writer_queue.h"

namespace assay::sqlite {

class Connection {
 public:
  // `transactions` counts committed write transactions; only this connection writes it.
  // Throws Error when the place was not prepared.
  Connection(std::unique_ptr<Database> database, const Settings& settings,
             std::atomic<std::int64_t>& transactions);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Database& database() { return *database_; }

  const Settings& settings() const { return settings_; }

  // Gives the database away, for a place that lives as long as it. Nothing works afterwards.
  std::unique_ptr<Database> release_database();

  // Every component call begins with this: the last reply and the last error end.
  void start() {
    arena_.clear();
    error_.clear();
    code_ = SQLITE_OK;
  }

  Arena& arena() { return arena_; }

  Bytes last_error() const { return error_; }

  // Whether the last call met SQLite's "full".
  bool full() const { return code_ == SQLITE_FULL; }

  bool in_transaction() const { return in_transaction_; }

  // Runs a writing statement whose parameters are bound: takes the turn, steps to the end, resets,
  // gives the turn back. ok, or fail's status.
  Status write(sqlite3_stmt* statement);

  // As write, for a statement that returns one row when it did something. ok: `number` is the
  // row's first column. not_found: no row.
  Status write_returning(sqlite3_stmt* statement, std::int64_t& number);

  // A read transaction, so that several reads see one state. Ends with end_read.
  Status begin_read();
  void end_read();

  // A write transaction: the turn is taken and SQLite's write lock is held until the end.
  Status begin_write();
  Status commit();
  Status rollback();

  // One step of a statement inside a write transaction, with reset. ok, or fail's status.
  Status step_inside(sqlite3_stmt* statement);

  // After a writing statement: one that changed nothing committed nothing.
  void count_statement() {
    if (!in_transaction_ && sqlite3_changes(database_->get()) > 0) {
      count_transaction();
    }
  }

  // The turn alone, for statements that cannot run inside a transaction, or that give rows.
  Status take_turn();
  void give_turn();

  // The status for SQLite's code, with its text kept for last_error. conflict inside a transaction
  // has rolled it back.
  Status fail(int code);

  // A status of our own with its text.
  Status fail(Status status, std::string text);

 private:
  void count_transaction() {
    transactions_.store(transactions_.load(std::memory_order_relaxed) + 1,
                        std::memory_order_relaxed);
  }

  Status run(sqlite3_stmt* statement);
  void end_transaction();

  Settings settings_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<WriterQueue> queue_;  // nullptr where there can be only one session
  std::atomic<std::int64_t>& transactions_;
  Statement begin_read_;
  Statement begin_write_;
  Statement commit_;
  Statement rollback_;
  Statement journal_memory_;  // nullptr where statements have a journal anyway
  Statement journal_off_;     // likewise
  Arena arena_;
  std::string error_;
  int code_ = SQLITE_OK;
  bool in_transaction_ = false;
};

}  // namespace assay::sqlite
