// One open SQLite connection with its settings applied, and prepared statements on it.
// A Database belongs to one thread at a time (it is opened without SQLite's own mutexes); it owns
// the connection and must outlive its statements.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "plugins/sqlite/options.h"

namespace assay::sqlite {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

class Database {
 public:
  // Opens and sets everything that holds for a connection. With `create` the database is made and
  // must not be there before. Throws Error naming the file and SQLite's reason.
  Database(const Settings& settings, bool create);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  sqlite3* get() const { return handle_; }

  // Throws Error with the statement and SQLite's reason.
  Statement prepare(std::string_view sql) const;

  // Runs statements for their effect. Throws Error as prepare does.
  void execute(const std::string& sql) const;

  // First column of the first row, as text; empty when there is no row or it is NULL.
  // Throws Error as prepare does.
  std::string text(std::string_view sql) const;

 private:
  void open(const Settings& settings, bool create);
  void apply(const Settings& settings, bool create);
  static int wait_a_little(void* self, int calls);

  sqlite3* handle_ = nullptr;
  std::int64_t busy_limit_ns_;
  std::int64_t busy_since_ns_ = 0;
};

}  // namespace assay::sqlite
