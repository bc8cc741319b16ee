// A SQLite database file and its prepared statements, as values. Not thread-safe. Every call throws
// DatabaseError when SQLite refuses.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assay::results {

class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(int code, const std::string& text) : std::runtime_error(text), code_(code) {}

  // SQLITE_FULL, SQLITE_CORRUPT, …: the primary result code.
  int code() const { return code_; }

 private:
  int code_;
};

class Database {
 public:
  // Opens an existing file, or makes it where `create` says so.
  Database(const std::filesystem::path& file, bool create);

  // Runs statements without results.
  void execute(const char* sql);

  sqlite3* handle() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };

  std::unique_ptr<sqlite3, Close> handle_;
};

// Everything until commit() is one change of the file: all of it or nothing.
class Transaction {
 public:
  explicit Transaction(Database& database);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();  // rolls back what was not committed

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

// One use of one statement: bind, then step. Parameters and columns are counted from 1 and 0, as
// SQLite does. Bound texts and blobs must live until the last step.
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);

  Statement& bind(int parameter, std::int64_t value);
  Statement& bind_text(int parameter, std::string_view text);
  Statement& bind_blob(int parameter, std::string_view bytes);

  // Whether there is a row.
  bool step();

  std::int64_t integer(int column) const;
  std::string_view text(int column) const;  // valid until the next step
  std::string_view blob(int column) const;  // likewise

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  void check(int code) const;

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace assay::results
