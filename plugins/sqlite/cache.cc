#include "plugins/sqlite/cache.h"

#include <cassert>
#include <ctime>

#include "plugins/sqlite/bytes.h"
#include "plugins/sqlite/cache_sql.h"

namespace assay::sqlite {
namespace {

constexpr std::int64_t default_ttl_ms = 30LL * 24 * 3600 * 1000;

// Expiry needs no better clock than the kernel's tick, and this one costs a few nanoseconds.
std::int64_t coarse_now_ms() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

std::int64_t expiry_ms(std::int64_t ttl_ms, std::int64_t now_ms) {
  return now_ms + (ttl_ms > 0 ? ttl_ms : default_ttl_ms);
}

// The caller's bytes are used where they are: statements are reset before a call returns.
void bind_key(sqlite3_stmt* statement, Bytes key) {
  sqlite3_bind_text64(statement, 1, not_null(key), key.size(), SQLITE_STATIC, SQLITE_UTF8);
}

}  // namespace

template <class Attempt>
Status Cache::with_room(std::size_t bytes, Attempt attempt) {
  if (connection_.settings().unjournaled() && limit_bytes_ > 0) {
    if (const Status status = make_room_ahead(bytes); status != Status::ok) {
      return status;
    }
  }
  for (;;) {
    const Status status = attempt();
    if (!connection_.full()) {
      return status;
    }
    if (const Status pruned = make_room_after(bytes); pruned != Status::ok) {
      return pruned;
    }
  }
}

Cache::Cache(Connection& connection)
    : connection_(connection),
      limit_bytes_(connection.settings().max_bytes),
      next_prune_ms_(coarse_now_ms() + connection.settings().prune_interval_ms) {
  Database& database = connection.database();
  sqlite3_create_function_v2(database.get(), "assay_touched", 1, SQLITE_UTF8, this, touched,
                             nullptr, nullptr, nullptr);
  get_ = database.prepare(cache_sql::get);
  put_ = database.prepare(cache_sql::put);
  increment_ = database.prepare(cache_sql::increment);
  erase_ = database.prepare(cache_sql::erase);
  delete_expired_ = database.prepare(cache_sql::delete_expired);
  delete_oldest_ = database.prepare(cache_sql::delete_oldest(connection.settings()));
  write_touches_ = database.prepare(cache_sql::write_touches);
  pages_in_use_ = database.prepare(cache_sql::pages_in_use);
}

Cache::~Cache() {
  sqlite3_create_function_v2(connection_.database().get(), "assay_touched", 1, SQLITE_UTF8, nullptr,
                             nullptr, nullptr, nullptr, nullptr);
}

void Cache::touched(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  const auto* cache = static_cast<const Cache*>(sqlite3_user_data(context));
  const auto* key = static_cast<const char*>(sqlite3_value_blob(values[0]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  sqlite3_result_int64(context, cache->touches_.last_ms({key == nullptr ? "" : key, size}));
}

Status Cache::read(Bytes key, std::int64_t now_ms, Bytes& value) {
  sqlite3_stmt* statement = get_.get();
  bind_key(statement, key);
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW && sqlite3_column_int64(statement, 1) > now_ms) {
    const void* bytes = sqlite3_column_blob(statement, 0);
    value = connection_.arena().copy(bytes,
                                     static_cast<std::size_t>(sqlite3_column_bytes(statement, 0)));
    sqlite3_reset(statement);
    touches_.touch(key, now_ms);
    return Status::ok;
  }
  sqlite3_reset(statement);
  return code == SQLITE_ROW || code == SQLITE_DONE ? Status::not_found : connection_.fail(code);
}

Status Cache::get(Bytes key, Reply& reply) {
  connection_.start();
  return read(key, coarse_now_ms(), reply.value);
}

Status Cache::multi_get(Span keys, Reply& reply) {
  connection_.start();
  values_.assign(keys.size(), Bytes());
  Status status = connection_.begin_read();
  if (status != Status::ok) {
    return status;
  }
  const std::int64_t now_ms = coarse_now_ms();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    status = read(keys[i], now_ms, values_[i]);
    if (status != Status::ok && status != Status::not_found) {
      connection_.end_read();
      return status;
    }
  }
  connection_.end_read();
  reply.values = values_;
  return Status::ok;
}

void Cache::bind_put(Bytes key, Bytes value, std::int64_t ttl_ms, std::int64_t now_ms) {
  sqlite3_stmt* statement = put_.get();
  bind_key(statement, key);
  sqlite3_bind_blob64(statement, 2, not_null(value), value.size(), SQLITE_STATIC);
  sqlite3_bind_int64(statement, 3, expiry_ms(ttl_ms, now_ms));
  sqlite3_bind_int64(statement, 4, now_ms);
}

Status Cache::put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& /*reply*/) {
  connection_.start();
  const std::int64_t now_ms = coarse_now_ms();
  prune_expired(now_ms);
  return with_room(key.size() + value.size(), [&] {
    bind_put(key, value, ttl_ms, now_ms);
    return connection_.write(put_.get());
  });
}

Status Cache::multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& /*reply*/) {
  assert(keys.size() == values.size());
  connection_.start();
  const std::int64_t now_ms = coarse_now_ms();
  prune_expired(now_ms);
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bytes += keys[i].size() + values[i].size();
  }
  return with_room(bytes, [&] { return put_all(keys, values, ttl_ms, now_ms); });
}

Status Cache::put_all(Span keys, Span values, std::int64_t ttl_ms, std::int64_t now_ms) {
  const bool own = !connection_.in_transaction();
  if (own) {
    if (const Status status = connection_.begin_write(); status != Status::ok) {
      return status;
    }
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bind_put(keys[i], values[i], ttl_ms, now_ms);
    const Status status = connection_.step_inside(put_.get());
    if (status != Status::ok) {
      if (own && connection_.in_transaction()) {
        connection_.rollback();
      }
      return status;
    }
  }
  return own ? connection_.commit() : Status::ok;
}

Status Cache::increment(Bytes key, std::int64_t by, Reply& reply) {
  connection_.start();
  const std::int64_t now_ms = coarse_now_ms();
  prune_expired(now_ms);
  const Status status = with_room(key.size() + sizeof(by), [&] {
    sqlite3_stmt* statement = increment_.get();
    bind_key(statement, key);
    sqlite3_bind_int64(statement, 2, by);
    sqlite3_bind_int64(statement, 3, expiry_ms(0, now_ms));
    sqlite3_bind_int64(statement, 4, now_ms);
    return connection_.write_returning(statement, reply.number);
  });
  if (status == Status::not_found) {
    return connection_.fail(Status::refused,
                            "the value stored there is no 64-bit integer, or the "
                            "sum would not be one");
  }
  return status;
}

Status Cache::erase(Bytes key, Reply& /*reply*/) {
  connection_.start();
  const std::int64_t now_ms = coarse_now_ms();
  prune_expired(now_ms);
  bind_key(erase_.get(), key);
  sqlite3_bind_int64(erase_.get(), 2, now_ms);
  const Status status = connection_.write(erase_.get());
  if (status == Status::ok && sqlite3_changes(connection_.database().get()) == 0) {
    return Status::not_found;
  }
  return status;
}

}  // namespace assay::sqlite
