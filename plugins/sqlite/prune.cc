// How the cache keeps its size and loses what has expired.
#include <fmt/format.h>

#include "plugins/sqlite/cache.h"

namespace assay::sqlite {
namespace {

// A write touches pages beyond its own bytes: splits, index pages, overflow pages half used.
constexpr std::int64_t reserve_pages = 12;

}  // namespace

Status Cache::near_limit(std::size_t bytes, bool& near) {
  const int code = sqlite3_step(pages_in_use_.get());
  const std::int64_t pages = sqlite3_column_int64(pages_in_use_.get(), 0);
  sqlite3_reset(pages_in_use_.get());
  if (code != SQLITE_ROW) {
    return connection_.fail(code);
  }
  const std::int64_t page = connection_.settings().page_size;
  near = (pages + reserve_pages) * page + static_cast<std::int64_t>(bytes) > limit_bytes_;
  return Status::ok;
}

Status Cache::make_room_ahead(std::size_t bytes) {
  // Looked at every 64th of the limit, so that the common write pays an addition.
  const std::int64_t interval = limit_bytes_ / 64;
  unchecked_bytes_ += static_cast<std::int64_t>(bytes);
  if (unchecked_bytes_ < interval || connection_.in_transaction()) {
    return Status::ok;
  }
  for (;;) {
    bool near = false;
    if (const Status status = near_limit(bytes + interval, near); status != Status::ok) {
      return status;
    }
    if (!near) {
      unchecked_bytes_ = 0;
      return Status::ok;
    }
    if (const Status status = make_room_after(bytes + interval); status != Status::ok) {
      return status;
    }
  }
}

Status Cache::make_room_after(std::size_t bytes) {
  if (connection_.in_transaction()) {
    return Status::refused;
  }
  const std::int64_t page = connection_.settings().page_size;
  if (limit_bytes_ == 0 || static_cast<std::int64_t>(bytes) + reserve_pages * page > limit_bytes_) {
    return connection_.fail(
        Status::refused, fmt::format("{} bytes do not fit into max_bytes {}", bytes, limit_bytes_));
  }
  bool near = false;
  if (const Status status = near_limit(bytes, near); status != Status::ok) {
    return status;
  }
  if (!near) {
    return connection_.fail(Status::refused,
                            "the disk is full: SQLite had no room although the cache is below its "
                            "max_bytes");
  }
  return prune_oldest();
}

Status Cache::prune_oldest() {
  std::int64_t deleted = 0;
  if (const Status status = delete_rows(delete_oldest_.get(), deleted); status != Status::ok) {
    return status;
  }
  if (deleted == 0) {
    return connection_.fail(Status::refused, "full, and nothing is left to prune");
  }
  if (connection_.settings().vacuum && connection_.settings().storage == Storage::file) {
    if (const Status status = connection_.take_turn(); status != Status::ok) {
      return status;
    }
    const int code =
        sqlite3_exec(connection_.database().get(), "VACUUM", nullptr, nullptr, nullptr);
    connection_.give_turn();
    // A vacuum that found another connection in its way is one less vacuum, not a failed put.
    if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED) {
      return connection_.fail(code);
    }
  }
  connection_.start();
  return Status::ok;
}

void Cache::delete_expired(std::int64_t now_ms) {
  next_prune_ms_ = now_ms + connection_.settings().prune_interval_ms;
  sqlite3_bind_int64(delete_expired_.get(), 1, now_ms);
  std::int64_t deleted = 0;
  // Lost against other writers: the rows stay unseen by reads and are deleted the next time.
  delete_rows(delete_expired_.get(), deleted);
  connection_.start();
}

Status Cache::delete_rows(sqlite3_stmt* statement, std::int64_t& deleted) {
  Status status = connection_.begin_write();
  if (status != Status::ok) {
    return status;
  }
  if (!touches_.empty()) {
    status = connection_.step_inside(write_touches_.get());
  }
  if (status == Status::ok) {
    status = connection_.step_inside(statement);
    deleted = sqlite3_changes64(connection_.database().get());
  }
  if (status != Status::ok) {
    if (connection_.in_transaction()) {
      connection_.rollback();
    }
    return status;
  }
  status = connection_.commit();
  if (status == Status::ok) {
    touches_.clear();
  }
  return status;
}

}  // namespace assay::sqlite
