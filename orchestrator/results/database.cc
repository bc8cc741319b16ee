#include "results/database.h"

namespace assay::results {

namespace {

[[noreturn]] void refuse(sqlite3* database, int code) {
  constexpr int primary = 0xff;
  throw DatabaseError(code & primary,
                      database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code));
}

}  // namespace

Database::Database(const std::filesystem::path& file, bool create) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) {
    refuse(handle, code);
  }
  sqlite3_extended_result_codes(handle, 1);
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) {
    refuse(handle_.get(), code);
  }
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) {
    // Fails where SQLite has rolled back by itself, on a full disk for one.
    sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

Statement::Statement(const Database& database, std::string_view sql)
    : database_(database.handle()) {
  sqlite3_stmt* statement = nullptr;
  check(
      sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind_text(int parameter, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), parameter, text.data(), text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(int parameter, std::string_view bytes) {
  check(
      sqlite3_bind_blob64(statement_.get(), parameter, bytes.data(), bytes.size(), SQLITE_STATIC));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    refuse(database_, code);
  }
  return code == SQLITE_ROW;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
  const auto* data = sqlite3_column_text(statement_.get(), column);
  return {reinterpret_cast<const char*>(data),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  return {static_cast<const char*>(data),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) {
    refuse(database_, code);
  }
}

}  // namespace assay::results
