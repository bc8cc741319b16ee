#include "plugins/sqlite/database.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "plugins/sqlite/sync_counter.h"

namespace assay::sqlite {
namespace {

std::int64_t monotonic_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

std::string reason(sqlite3* handle) {
  const int system = sqlite3_system_errno(handle);
  return system == 0 ? sqlite3_errmsg(handle)
                     : fmt::format("{} ({})", sqlite3_errmsg(handle), std::strerror(system));
}

[[noreturn]] void refuse(sqlite3* handle, std::string_view sql) {
  throw Error(
      fmt::format("sqlite: '{}' failed: {}; check the folder's space and permissions, and "
                  "the library's version",
                  sql, reason(handle)));
}

const char* journal_mode(const Settings& settings) {
  if (settings.durability != Durability::none) {
    return "WAL";
  }
  return settings.none_journal_memory ? "MEMORY" : "OFF";
}

const char* synchronous(const Settings& settings) {
  if (settings.durability == Durability::power) {
    return "FULL";
  }
  return settings.durability == Durability::process && settings.process_normal ? "NORMAL" : "OFF";
}

}  // namespace

Database::Database(const Settings& settings, bool create)
    : busy_limit_ns_(settings.busy_timeout_ns) {
  try {
    open(settings, create);
    apply(settings, create);
  } catch (...) {
    sqlite3_close(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close(handle_); }

void Database::open(const Settings& settings, bool create) {
  const char* vfs = nullptr;
  std::string name = ":memory:";
  if (settings.storage == Storage::file) {
    vfs = counting_vfs();
    name = settings.database_file();
  } else if (settings.storage == Storage::memdb) {
    // A name that starts with a slash is shared between the connections of the process.
    vfs = "memdb";
    name = settings.database_file();
  }
  const bool may_create = create || settings.storage != Storage::file;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                    (may_create ? static_cast<int>(SQLITE_OPEN_CREATE) : 0);
  if (sqlite3_open_v2(name.c_str(), &handle_, flags, vfs) != SQLITE_OK) {
    throw Error(
        fmt::format("sqlite: cannot open {}: {}; check that the folder exists and is "
                    "writable",
                    name, handle_ == nullptr ? "out of memory" : reason(handle_)));
  }
  sqlite3_busy_handler(handle_, wait_a_little, this);
}

void Database::apply(const Settings& settings, bool create) {
  if (create) {
    execute(fmt::format("PRAGMA page_size={}", settings.page_size));
  }
  text(fmt::format("PRAGMA journal_mode={}", journal_mode(settings)));
  execute(fmt::format(
      "PRAGMA synchronous={};"
      "PRAGMA cache_size={};"
      "PRAGMA mmap_size={};"
      "PRAGMA wal_autocheckpoint={};"
      "PRAGMA journal_size_limit={};"
      "PRAGMA secure_delete={}",
      synchronous(settings), settings.cache_pages, settings.mmap_bytes, settings.wal_autocheckpoint,
      settings.journal_size_limit, settings.secure_delete ? "ON" : "OFF"));
  if (settings.max_bytes > 0) {
    // Without a journal SQLite must never meet the limit inside a statement, which it could not
    // undo; the cache then watches the size itself and this is only the backstop.
    const std::int64_t bytes = settings.unjournaled() ? settings.max_bytes * 2 : settings.max_bytes;
    execute(fmt::format("PRAGMA max_page_count={}", bytes / settings.page_size));
  }
}

Statement Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
    refuse(handle_, sql);
  }
  return Statement(statement);
}

void Database::execute(const std::string& sql) const {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    refuse(handle_, sql);
  }
}

std::string Database::text(std::string_view sql) const {
  const Statement statement = prepare(sql);
  const int result = sqlite3_step(statement.get());
  if (result == SQLITE_DONE) {
    return {};
  }
  if (result != SQLITE_ROW) {
    refuse(handle_, sql);
  }
  const auto* value = sqlite3_column_text(statement.get(), 0);
  return value == nullptr ? std::string() : reinterpret_cast<const char*>(value);
}

int Database::wait_a_little(void* self, int calls) {
  auto& database = *static_cast<Database*>(self);
  const std::int64_t now_ns = monotonic_ns();
  if (calls == 0) {
    database.busy_since_ns_ = now_ns;
  }
  if (now_ns - database.busy_since_ns_ >= database.busy_limit_ns_) {
    return 0;
  }
  // Never growing, so that a long wait has the same chance as a short one; the jitter keeps two
  // waiters from meeting again and again.
  const std::uint64_t jitter_ns = static_cast<std::uint64_t>(now_ns) * 2'654'435'761U & 0xffffU;
  const timespec pause{0, 20'000 + static_cast<long>(jitter_ns)};
  nanosleep(&pause, nullptr);
  return 1;
}

}  // namespace assay::sqlite
