// One connection to the system. Opened, used and destroyed by one thread.
#pragma once

#include "assay/plugin.h"

namespace skeleton {

using assay::Bytes;
using assay::Reply;
using assay::Span;
using assay::Status;

// A component may be a class of its own or, as here, the session itself: calls then reach the
// connection without a further pointer.
class Session final : public assay::Session,
                      public assay::KeyValue,
                      public assay::Table,
                      public assay::Sql {
 public:
  // Connects. May throw assay::Error with what happened, to which thing, and what to do.
  explicit Session(const assay::Place& place);

  // Required when there is something to close. Operations in flight and an open transaction end
  // here, without waiting for them.
  ~Session() override;

  // Required for each component in Capabilities::components, and left out for the others.
  assay::KeyValue* key_value() override { return this; }

  assay::Table* table() override { return this; }

  assay::Sql* sql() override { return this; }

  // Required. Some text after conflict, refused and failed; empty after ok.
  Bytes last_error() const override;

  // Required. Asked of the system: its version, and the level its settings amount to.
  assay::Facts facts() override;

  // Optional, all four: the pipelined form. A plugin with max_depth 0 leaves them out.
  assay::Wait waits() override;
  Status flush() override;
  Status receive() override;
  bool take(Status& status, Reply& reply) override;

  // Optional: for systems that send what nobody asked for.
  bool take_event(assay::Event& event) override;

  // Required, each, when the session has a KeyValue.
  Status get(Bytes key, Reply& reply) override;
  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override;
  Status erase(Bytes key, Reply& reply) override;
  Status increment(Bytes key, std::int64_t by, Reply& reply) override;
  Status multi_get(Span keys, Reply& reply) override;
  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override;

  // Required, each, when the session has a Table.
  Status point_read(std::int64_t id, Reply& reply) override;
  Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                    Reply& reply) override;
  Status point_update(std::int64_t id, std::uint32_t column, const assay::Cell& value,
                      Reply& reply) override;
  Status insert(std::span<const assay::Cell> row, Reply& reply) override;
  Status insert_many(std::span<const assay::Cell> rows, Reply& reply) override;
  Status scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) override;
  Status begin(Reply& reply) override;
  Status commit(Reply& reply) override;
  Status rollback(Reply& reply) override;

  // Required, each, when the session has an Sql; commit and rollback, too.
  assay::Dialect dialect() const override { return {"skeleton"}; }

  std::uint32_t prepare(const std::string& statement,
                        std::span<const assay::SqlType> parameters) override;
  Status execute(std::uint32_t statement, std::span<const assay::Cell> parameters,
                 Reply& reply) override;
  Status begin(assay::Access access, Reply& reply) override;

 private:
  // All that a call needs is here, so that none looks anything up or allocates: the connection,
  // prepared statements, buffers of the last reply, and the text of the last error.
  std::string error_ = "the skeleton has no system behind it";
};

}  // namespace skeleton
