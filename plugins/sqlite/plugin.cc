#include "plugins/sqlite/plugin.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "plugins/sqlite/cache_sql.h"
#include "plugins/sqlite/facts.h"
#include "plugins/sqlite/options.h"
#include "plugins/sqlite/rows.h"
#include "plugins/sqlite/session.h"
#include "plugins/sqlite/sync_counter.h"
#include "plugins/sqlite/writer_queue.h"

namespace assay::sqlite {
namespace {

Capabilities describe() {
  Capabilities capabilities;
  capabilities.system = "SQLite";
  capabilities.library = library_version();
  capabilities.components = {Component::key_value, Component::table, Component::sql};
  capabilities.dialect = "sqlite";
  capabilities.durability = {
      {Durability::none,
       {{"journal_mode", "OFF"}, {"synchronous", "OFF"}},
       "a kill can leave the database damaged; explicit transactions use journal_mode MEMORY so "
       "that they can be rolled back"},
      {Durability::process,
       {{"journal_mode", "WAL"}, {"synchronous", "OFF"}},
       "synchronous NORMAL with process_synchronous: normal",
       {{"storage", "file"}}},
      {Durability::power,
       {{"journal_mode", "WAL"}, {"synchronous", "FULL"}},
       "",
       {{"storage", "file"}}},
  };
  capabilities.environments = {Environment::embedded};
  capabilities.options = options();
  return capabilities;
}

void check_folder(const std::string& folder) {
  struct stat status {};

  if (stat(folder.c_str(), &status) != 0 || access(folder.c_str(), W_OK | X_OK) != 0) {
    throw Error(
        fmt::format("sqlite: cannot write to the folder {}: {}; choose another output "
                    "folder or change its permissions",
                    folder, std::strerror(errno)));
  }
  if (!S_ISDIR(status.st_mode)) {
    throw Error(fmt::format("sqlite: {} is no folder; choose another output folder", folder));
  }
}

void create_schema(const Database& database, const Settings& settings) {
  std::string sql = fmt::format("BEGIN;{};", cache_sql::schema(settings));
  for (const TableSchema& table : settings.tables) {
    sql += create_table(table);
  }
  database.execute(sql + "COMMIT");
}

}  // namespace

Sqlite::Sqlite() : capabilities_(describe()) {}

void Sqlite::prepare(const Place& place) {
  const Settings settings = read_settings(place);
  check_folder(settings.folder);
  if (access(settings.database_file().c_str(), F_OK) == 0) {
    throw Error(fmt::format("sqlite: {} is there already; prepare wants an empty folder",
                            settings.database_file()));
  }
  if (settings.storage != Storage::memory) {
    WriterQueue::create(settings.queue_file());
  }
  const std::lock_guard lock(mutex_);
  keepers_.erase(settings.folder);
  auto database = std::make_unique<Database>(settings, true);
  if (!settings.sql) {
    create_schema(*database, settings);
  }
  if (settings.storage != Storage::file) {
    keepers_[settings.folder] = std::move(database);
  }
}

std::unique_ptr<Session> Sqlite::open(const Place& place) {
  const Settings settings = read_settings(place);
  std::unique_ptr<Database> database;
  SqliteSession::GiveBack give_back;
  std::atomic<std::int64_t>* transactions = nullptr;
  {
    const std::lock_guard lock(mutex_);
    transactions = &transactions_.emplace_back(0);
    if (settings.storage != Storage::file && !keepers_.contains(settings.folder)) {
      throw Error(
          "sqlite: storage memdb and memory live in the one process that prepared them; "
          "use processes: 1, or storage file",
          ExitCode::wrong_usage);
    }
  }
  if (settings.storage == Storage::memory) {
    database = borrow(settings.folder);
    give_back = [this, folder = settings.folder](std::unique_ptr<Database> returned) {
      const std::lock_guard lock(mutex_);
      keepers_[folder] = std::move(returned);
    };
  } else {
    database = std::make_unique<Database>(settings, false);
  }
  return std::make_unique<SqliteSession>(std::move(database), settings, *transactions,
                                         std::move(give_back));
}

std::unique_ptr<Database> Sqlite::borrow(const std::string& folder) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Database>& keeper = keepers_[folder];
  if (keeper == nullptr) {
    throw Error(
        "sqlite: storage memory is for one session at a time; use threads: 1 and "
        "connections: 1, or storage memdb",
        ExitCode::wrong_usage);
  }
  return std::move(keeper);
}

void Sqlite::settle(const Place& place) {
  const Settings settings = read_settings(place);
  if (settings.storage == Storage::memory) {
    const std::lock_guard lock(mutex_);
    const auto keeper = keepers_.find(settings.folder);
    if (keeper != keepers_.end() && keeper->second != nullptr) {
      keeper->second->execute("ANALYZE");
    }
    return;
  }
  const Database database(settings, false);
  database.execute("ANALYZE");
  if (settings.durability != Durability::none &&
      database.text("PRAGMA wal_checkpoint(TRUNCATE)") != "0") {
    throw Error(
        fmt::format("sqlite: the checkpoint of {} found a session reading or writing; "
                    "settle wants idle sessions",
                    settings.database_file()));
  }
}

std::vector<Counter> Sqlite::counters(const Place& /*place*/) {
  std::int64_t transactions = 0;
  const std::lock_guard lock(mutex_);
  for (const std::atomic<std::int64_t>& each : transactions_) {
    transactions += each.load(std::memory_order_relaxed);
  }
  return {{"syncs", syncs()}, {"transactions", transactions}};
}

}  // namespace assay::sqlite
