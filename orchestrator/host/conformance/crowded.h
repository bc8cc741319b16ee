// A pipelined session under pressure: every operation is sent with a neighbour before and behind it
// in flight, its arguments are overwritten as soon as the call has returned, and the neighbours'
// replies are checked. So every case that runs on this also tests the order of replies.
// Thread rule of the session. Replies are copies and live until the next call.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "assay/session.h"

namespace assay::conformance {

class Crowded final : public KeyValue, public Table {
 public:
  // Borrows the session. REQUIRES: depth >= 1; columns are those of the place's table, if any.
  Crowded(Session& session, std::uint32_t depth, std::vector<Column> columns);

  // What the session said right after the reply of the last call.
  Bytes last_error() const { return last_error_; }

  Status get(Bytes key, Reply& reply) override;
  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override;
  Status erase(Bytes key, Reply& reply) override;
  Status increment(Bytes key, std::int64_t by, Reply& reply) override;
  Status multi_get(Span keys, Reply& reply) override;
  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override;

  Status point_read(std::int64_t id, Reply& reply) override;
  Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                    Reply& reply) override;
  Status point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                      Reply& reply) override;
  Status insert(std::span<const Cell> row, Reply& reply) override;
  Status insert_many(std::span<const Cell> rows, Reply& reply) override;
  Status scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) override;
  Status begin(Reply& reply) override;
  Status commit(Reply& reply) override;
  Status rollback(Reply& reply) override;

 private:
  enum class Kind : std::uint8_t { key_value, table };
  // Which members of the reply a call fills when it is ok.
  enum class Fills : std::uint8_t { nothing, value, values, rows, number };

  template <typename Call>
  Status run(Kind kind, Fills fills, Call call, Reply& reply);

  bool start_neighbour(Kind kind);
  void check_neighbour(Kind kind);
  void copy(Fills fills, const Reply& from, Reply& to);

  Bytes lend(Bytes bytes);
  std::vector<Bytes> lend(Span all);
  std::vector<Cell> lend(std::span<const Cell> cells);

  Session& session_;
  std::uint32_t depth_;
  std::vector<Column> columns_;
  bool in_transaction_ = false;
  std::string last_error_;
  std::deque<std::string> lent_;      // arguments of the call that is being made
  std::deque<std::string> received_;  // bytes of the last reply
  std::vector<Bytes> values_;
  std::vector<Cell> cells_;
};

}  // namespace assay::conformance
