#include "plugins/sqlite/facts.h"

#include <fmt/format.h>

#include <string_view>

namespace assay::sqlite {
namespace {

// Where the pages are, by the file system SQLite uses and the name it opened.
std::string storage_of(const Database& database) {
  sqlite3_vfs* vfs = nullptr;
  sqlite3_file_control(database.get(), "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
  if (vfs != nullptr && std::string_view(vfs->zName) == "memdb") {
    return "memdb";
  }
  const char* name = sqlite3_db_filename(database.get(), "main");
  return name == nullptr || *name == '\0' ? "memory" : "file";
}

Durability level_of(const std::string& storage, const std::string& journal, int synchronous) {
  if (storage != "file" || journal == "off" || journal == "memory") {
    return Durability::none;
  }
  return synchronous >= 2 ? Durability::power : Durability::process;
}

std::string schema_of(const Database& database) {
  const std::string sql = database.text("SELECT sql FROM sqlite_schema WHERE name = 'data'");
  if (sql.empty()) {
    return {};
  }
  return sql.find("WITHOUT ROWID") == std::string::npos ? "litecache" : "lean";
}

void add(Facts& facts, std::string name, std::string value) {
  if (!value.empty()) {
    facts.settings.push_back({std::move(name), std::move(value)});
  }
}

}  // namespace

std::string library_version() {
  return fmt::format("SQLite {} ({})", sqlite3_libversion(), sqlite3_sourceid());
}

Facts read_facts(const Database& database, const Settings& settings) {
  Facts facts;
  facts.version = fmt::format("{} ({})", sqlite3_libversion(), sqlite3_sourceid());
  const std::string storage = storage_of(database);
  add(facts, "storage", storage);
  for (const char* pragma :
       {"journal_mode", "synchronous", "page_size", "cache_size", "mmap_size", "locking_mode",
        "wal_autocheckpoint", "journal_size_limit", "max_page_count", "secure_delete",
        "auto_vacuum", "temp_store", "foreign_keys", "encoding"}) {
    add(facts, pragma, database.text(fmt::format("PRAGMA {}", pragma)));
  }
  const std::string journal = database.text("PRAGMA journal_mode");
  facts.durability = level_of(storage, journal, std::stoi(database.text("PRAGMA synchronous")));
  if (journal == "off") {
    add(facts, "journal_mode_in_transactions", "memory");
  }
  // SQLite's own busy_timeout is not in use: a handler of the plugin waits, and this is its bound.
  add(facts, "busy_timeout_ms", std::to_string(settings.busy_timeout_ns / 1'000'000));
  if (!settings.sql) {
    add(facts, "schema", schema_of(database));
  }
  add(facts, "threadsafe", std::to_string(sqlite3_threadsafe()));
  return facts;
}

}  // namespace assay::sqlite
