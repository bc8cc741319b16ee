// The KeyValue component: litecache's cache on one connection. Thread rule of the session.
// A key without a time to live lives for 30 days, litecache's default.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/key_value.h"
#include "plugins/sqlite/connection.h"
#include "plugins/sqlite/touches.h"

namespace assay::sqlite {

class Cache final : public KeyValue {
 public:
  // Borrows the connection. Throws Error when the table is not there.
  explicit Cache(Connection& connection);
  ~Cache() override;
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  Status get(Bytes key, Reply& reply) override;
  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override;
  Status erase(Bytes key, Reply& reply) override;
  Status increment(Bytes key, std::int64_t by, Reply& reply) override;
  Status multi_get(Span keys, Reply& reply) override;
  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override;

 private:
  static void touched(sqlite3_context* context, int count, sqlite3_value** values);

  Status read(Bytes key, std::int64_t now_ms, Bytes& value);
  void bind_put(Bytes key, Bytes value, std::int64_t ttl_ms, std::int64_t now_ms);
  Status put_all(Span keys, Span values, std::int64_t ttl_ms, std::int64_t now_ms);

  // Runs a write of so many bytes; while SQLite says full and pruning helps, prunes and tries
  // again.
  template <class Attempt>
  Status with_room(std::size_t bytes, Attempt attempt);

  // For databases without a journal, before the write: SQLite must not meet its limit in there.
  Status make_room_ahead(std::size_t bytes);

  // After a write that SQLite called full. ok: try again. refused: nothing more can be done.
  Status make_room_after(std::size_t bytes);

  // Whether so many more bytes and a reserve would pass the limit.
  Status near_limit(std::size_t bytes, bool& near);
  Status prune_oldest();

  // At most once an interval.
  void prune_expired(std::int64_t now_ms) {
    if (now_ms >= next_prune_ms_ && !connection_.in_transaction()) {
      delete_expired(now_ms);
    }
  }

  void delete_expired(std::int64_t now_ms);

  // Writes what is known of reads, then runs a delete, in one transaction.
  Status delete_rows(sqlite3_stmt* statement, std::int64_t& deleted);

  Connection& connection_;
  std::int64_t limit_bytes_;  // 0: none
  Touches touches_;
  Statement get_;
  Statement put_;
  Statement increment_;
  Statement erase_;
  Statement delete_expired_;
  Statement delete_oldest_;
  Statement write_touches_;
  Statement pages_in_use_;
  std::vector<Bytes> values_;  // [i] of the last multi_get
  std::int64_t next_prune_ms_;
  std::int64_t unchecked_bytes_ = 0;  // written since the size was last looked at
};

}  // namespace assay::sqlite
