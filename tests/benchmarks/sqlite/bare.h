// What a careful C programmer writes against SQLite with nothing around it: the ceiling that the
// plugin is compared with. Same library, same database, same statements and settings as the
// plugin, which are read back from the plugin's own session. Used by one thread.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>

#include "assay/session.h"

namespace assay::sqlite::ceiling {

class Bare {
 public:
  // Throws Error when SQLite refuses.
  Bare(const std::string& file, const Facts& facts) {
    check(sqlite3_open_v2(file.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                          nullptr));
    for (const char* pragma : {"synchronous", "cache_size", "mmap_size", "wal_autocheckpoint",
                               "journal_size_limit", "secure_delete", "max_page_count"}) {
      for (const Setting& each : facts.settings) {
        if (each.name == pragma) {
          const std::string sql = "PRAGMA " + each.name + "=" + each.value;
          check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
        }
      }
    }
  }

  ~Bare() {
    sqlite3_finalize(statement_);
    sqlite3_close(handle_);
  }

  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;

  // For statements beside the one of prepare; they go before it does.
  sqlite3* handle() const { return handle_; }

  void prepare(const char* sql) {
    check(sqlite3_prepare_v3(handle_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
  }

  // The value's size, -1 when there is none.
  int get(Bytes key) {
    sqlite3_bind_text(statement_, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    int size = -1;
    if (sqlite3_step(statement_) == SQLITE_ROW) {
      const void* value = sqlite3_column_blob(statement_, 0);
      size = sqlite3_column_bytes(statement_, 0);
      std::memcpy(copy_, value, static_cast<std::size_t>(size));
    }
    sqlite3_reset(statement_);
    return size;
  }

  bool put(Bytes key, Bytes value) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    const std::int64_t now_ms = now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
    sqlite3_bind_text(statement_, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    sqlite3_bind_blob(statement_, 2, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
    sqlite3_bind_int64(statement_, 3, now_ms + 2'592'000'000);
    sqlite3_bind_int64(statement_, 4, now_ms);
    return step_write();
  }

  // Copies a row of posts: id, user_id, title, body, created_at, updated_at.
  bool point_read(std::int64_t id) {
    sqlite3_bind_int64(statement_, 1, id);
    const bool found = sqlite3_step(statement_) == SQLITE_ROW;
    if (found) {
      char* end = copy_;
      for (int column = 0; column < 6; ++column) {
        if (column == 2 || column == 3) {
          const void* text = sqlite3_column_blob(statement_, column);
          const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
          std::memcpy(end, text, size);
          end += size;
        } else {
          integers_[column] = sqlite3_column_int64(statement_, column);
        }
      }
    }
    sqlite3_reset(statement_);
    return found;
  }

  bool point_update(std::int64_t id, std::int64_t value) {
    sqlite3_bind_int64(statement_, 1, id);
    sqlite3_bind_int64(statement_, 2, value);
    return step_write();
  }

 private:
  bool step_write() {
    const int code = sqlite3_step(statement_);
    sqlite3_reset(statement_);
    return code == SQLITE_DONE;
  }

  void check(int code) const {
    if (code != SQLITE_OK) {
      throw Error(std::string("the bare loop: ") + sqlite3_errmsg(handle_));
    }
  }

  sqlite3* handle_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
  std::int64_t integers_[6] = {};
  char copy_[65536] = {};
};

}  // namespace assay::sqlite::ceiling
