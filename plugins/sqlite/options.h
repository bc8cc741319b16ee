// What a matrix may set for SQLite, and the values of one place, checked.
// Plain values, no thread rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::sqlite {

// Where the pages live.
enum class Storage : std::uint8_t {
  file,    // a database file, for any number of processes and threads
  memdb,   // SQLite's memdb file system: one process, any number of threads
  memory,  // ":memory:": one session
};

// How the cache's table is laid out; README.md compares them.
enum class Schema : std::uint8_t { litecache, lean };

struct Settings {
  std::string folder;
  Durability durability = Durability::process;
  Storage storage = Storage::file;
  Schema schema = Schema::litecache;
  bool process_normal = false;       // synchronous NORMAL instead of OFF at level process
  bool none_journal_memory = false;  // journal_mode MEMORY instead of OFF at level none
  bool secure_delete = false;
  bool vacuum = true;  // after pruning by size
  std::int64_t page_size = 0;
  std::int64_t cache_pages = 0;
  std::int64_t mmap_bytes = 0;
  std::int64_t wal_autocheckpoint = 0;
  std::int64_t journal_size_limit = 0;  // bytes
  std::int64_t busy_timeout_ns = 0;     // at most half the place's deadline
  std::int64_t max_bytes = 0;           // of the cache; 0 where the place holds something else
  std::int64_t prune_interval_ms = 0;
  std::vector<TableSchema> tables;
  bool sql = false;  // the database is the user's own statements': empty, without a cache

  // Whether statements run without any rollback journal.
  bool unjournaled() const { return durability == Durability::none && !none_journal_memory; }

  std::string database_file() const { return folder + "/data.sqlite"; }

  std::string queue_file() const { return folder + "/writers"; }
};

// Every option, in the order the README lists them.
std::vector<Option> options();

// The place's values. Throws Error for a combination that cannot work, naming the options.
Settings read_settings(const Place& place);

}  // namespace assay::sqlite
