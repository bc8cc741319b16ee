#include "plugins/sqlite/options.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <charconv>

namespace assay::sqlite {
namespace {

Option integer(std::string name, std::string unit, std::int64_t value, std::int64_t least,
               std::int64_t most, std::string help) {
  return {std::move(name), OptionType::integer,
          std::move(unit), std::to_string(value),
          std::move(help), {},
          least,           most};
}

Option boolean(std::string name, bool value, std::string help) {
  return {std::move(name), OptionType::boolean, "", value ? "true" : "false", std::move(help)};
}

Option choice(std::string name, std::vector<std::string> choices, std::string help) {
  std::string first = choices.front();
  return {std::move(name),  OptionType::choice, "",
          std::move(first), std::move(help),    std::move(choices)};
}

std::int64_t number(const Place& place, std::string_view option) {
  const std::string& text = place.setting(option);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(fmt::format("sqlite: {} is '{}', which is no integer; give one", option, text),
                ExitCode::wrong_usage);
  }
  return value;
}

void check(const Settings& settings) {
  if (settings.durability == Durability::async) {
    throw Error("sqlite: durability async does not exist here; use none, process or power",
                ExitCode::wrong_usage);
  }
  if (settings.storage != Storage::file && settings.durability != Durability::none) {
    throw Error(fmt::format("sqlite: storage in memory cannot give durability {}; use storage "
                            "file, or durability none",
                            name(settings.durability)),
                ExitCode::wrong_usage);
  }
  if (!std::has_single_bit(static_cast<std::uint64_t>(settings.page_size))) {
    throw Error(fmt::format("sqlite: page_size is {}; use a power of two from 512 to 65536",
                            settings.page_size),
                ExitCode::wrong_usage);
  }
  if (settings.tables.size() > 1) {
    throw Error("sqlite: a place with more than one table; give one", ExitCode::wrong_usage);
  }
  for (const TableSchema& table : settings.tables) {
    if (sqlite3_stricmp(table.name.c_str(), "data") == 0) {
      throw Error("sqlite: a table named 'data' is the cache's; give yours another name",
                  ExitCode::wrong_usage);
    }
  }
  if (settings.max_bytes > 0 && settings.max_bytes < 32 * settings.page_size) {
    throw Error(fmt::format("sqlite: max_bytes {} holds fewer than 32 pages of page_size {}; "
                            "raise max_bytes",
                            settings.max_bytes, settings.page_size),
                ExitCode::wrong_usage);
  }
}

}  // namespace

std::vector<Option> options() {
  constexpr std::int64_t mib = 1 << 20;
  return {
      choice("schema", {"litecache", "lean"},
             "Layout of the cache's table: litecache's, or one B-tree without secondary indexes."),
      choice("storage", {"file", "memdb", "memory"},
             "Where pages live: a file, memory shared by one process's threads, or memory of one "
             "session; the last two at durability none only."),
      choice("process_synchronous", {"off", "normal"},
             "PRAGMA synchronous at durability process: litecache uses off, litedb normal."),
      choice("none_journal", {"off", "memory"},
             "PRAGMA journal_mode at durability none; with off, explicit transactions still use "
             "memory, so that they can be rolled back."),
      integer("page_size", "bytes", 4096, 512, 65536, "PRAGMA page_size, a power of two."),
      integer("cache_pages", "pages", 2000, 0, 100'000'000, "PRAGMA cache_size."),
      integer("mmap_bytes", "bytes", 128 * mib, 0, 0x7fff0000,
              "PRAGMA mmap_size; 0 reads pages with system calls."),
      integer("wal_autocheckpoint", "pages", 1000, 0, 100'000'000,
              "PRAGMA wal_autocheckpoint; 0 never checkpoints while measuring."),
      integer("journal_size_limit", "bytes", 64 * mib, -1, 1'000'000'000'000,
              "PRAGMA journal_size_limit; -1 for none."),
      boolean("secure_delete", false,
              "PRAGMA secure_delete: overwrite deleted content with zeros (Debian's default is "
              "on, SQLite's is off)."),
      integer("busy_timeout_ms", "ms", 5000, 0, 600'000,
              "How long a call waits for other writers before it ends as conflict."),
      integer("max_bytes", "bytes", 128 * mib, 65536, 1'000'000'000'000,
              "Size at which the cache prunes the least recently used fifth."),
      boolean("vacuum", true, "Whether pruning by size is followed by VACUUM, as in litecache."),
      integer("prune_interval_ms", "ms", 30'000, 1, 86'400'000,
              "How often at most a session deletes expired rows, on its write path."),
  };
}

Settings read_settings(const Place& place) {
  Settings settings;
  settings.folder = place.folder;
  settings.durability = place.durability;
  const std::string& storage = place.setting("storage");
  settings.storage = storage == "memdb"    ? Storage::memdb
                     : storage == "memory" ? Storage::memory
                                           : Storage::file;
  settings.schema = place.setting("schema") == "lean" ? Schema::lean : Schema::litecache;
  settings.process_normal = place.setting("process_synchronous") == "normal";
  settings.none_journal_memory = place.setting("none_journal") == "memory";
  settings.secure_delete = place.setting("secure_delete") == "true";
  settings.vacuum = place.setting("vacuum") == "true";
  settings.page_size = number(place, "page_size");
  settings.cache_pages = number(place, "cache_pages");
  settings.mmap_bytes = number(place, "mmap_bytes");
  settings.wal_autocheckpoint = number(place, "wal_autocheckpoint");
  settings.journal_size_limit = number(place, "journal_size_limit");
  // A call may wait twice: for its turn, and for a checkpoint or a writer outside the queue.
  settings.busy_timeout_ns =
      std::min(number(place, "busy_timeout_ms") * 1'000'000, place.deadline_ns / 2);
  settings.max_bytes = place.tables.empty() && !place.sql ? number(place, "max_bytes") : 0;
  settings.prune_interval_ms = number(place, "prune_interval_ms");
  settings.tables = place.tables;
  settings.sql = place.sql;
  check(settings);
  return settings;
}

}  // namespace assay::sqlite
