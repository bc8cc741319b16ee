// The statements of the cache. Times are milliseconds since 1970.
#pragma once

#include "plugins/sqlite/options.h"

namespace assay::sqlite::cache_sql {

// litecache's table; times are its seconds made milliseconds.
inline constexpr const char* litecache_schema =
    "CREATE TABLE data(id TEXT PRIMARY KEY, value ANY, expires_in INTEGER, last_used INTEGER) "
    "STRICT;"
    "CREATE INDEX expiry_index ON data(expires_in);"
    "CREATE INDEX last_used_index ON data(last_used)";

inline constexpr const char* lean_schema =
    "CREATE TABLE data(id TEXT PRIMARY KEY, value ANY, expires_in INTEGER, last_used INTEGER) "
    "STRICT, WITHOUT ROWID";

// ?1 id
inline constexpr const char* get = "SELECT value, expires_in FROM data WHERE id = ?1";

// ?1 id, ?2 value, ?3 expiry, ?4 now
inline constexpr const char* put =
    "INSERT INTO data(id, value, expires_in, last_used) VALUES(?1, ?2, ?3, ?4) "
    "ON CONFLICT(id) DO UPDATE SET value = excluded.value, expires_in = excluded.expires_in, "
    "last_used = excluded.last_used";

// ?1 id, ?2 addend, ?3 expiry, ?4 now. No row: what is stored is no integer, or the sum is none.
inline constexpr const char* increment =
    "INSERT INTO data(id, value, expires_in, last_used) VALUES(?1, ?2, ?3, ?4) "
    "ON CONFLICT(id) DO UPDATE SET "
    "value = CASE WHEN expires_in > ?4 THEN cast(value AS INTEGER) ELSE 0 END + ?2, "
    "expires_in = excluded.expires_in, last_used = excluded.last_used "
    "WHERE expires_in <= ?4 OR (cast(cast(value AS INTEGER) AS TEXT) = cast(value AS TEXT) "
    "AND typeof(cast(value AS INTEGER) + ?2) = 'integer') RETURNING value";

// ?1 id, ?2 now
inline constexpr const char* erase = "DELETE FROM data WHERE id = ?1 AND expires_in > ?2";

// ?1 now
inline constexpr const char* delete_expired = "DELETE FROM data WHERE expires_in <= ?1";

inline constexpr const char* write_touches =
    "UPDATE data SET last_used = assay_touched(id) WHERE assay_touched(id) > last_used";

// A fifth of the rows, at least one, the least recently used first.
inline constexpr const char* litecache_delete_oldest =
    "DELETE FROM data WHERE rowid IN (SELECT rowid FROM data ORDER BY last_used, rowid LIMIT "
    "(SELECT max(1, count(*) / 5) FROM data))";

inline constexpr const char* lean_delete_oldest =
    "DELETE FROM data WHERE id IN (SELECT id FROM data ORDER BY last_used LIMIT "
    "(SELECT max(1, count(*) / 5) FROM data))";

inline constexpr const char* pages_in_use =
    "SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count";

inline const char* schema(const Settings& settings) {
  return settings.schema == Schema::lean ? lean_schema : litecache_schema;
}

inline const char* delete_oldest(const Settings& settings) {
  return settings.schema == Schema::lean ? lean_delete_oldest : litecache_delete_oldest;
}

}  // namespace assay::sqlite::cache_sql
