// The table component of noop without a store.
// Thread rule of the session.
#pragma once

#include <string>
#include <vector>

#include "assay/table.h"
#include "session_count.h"

namespace noop {

using assay::Status;

// Stores nothing: every row is there, with the id asked for and constant texts.
class ConstantTable final : public assay::Table {
 public:
  ConstantTable(const assay::TableSchema& schema, std::size_t value_bytes, SessionCount& count)
      : schema_(schema), text_(value_bytes, 'x'), count_(count) {}

  Status point_read(std::int64_t id, assay::Reply& reply) override;
  Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                    assay::Reply& reply) override;
  Status point_update(std::int64_t id, std::uint32_t column, const assay::Cell& value,
                      assay::Reply& reply) override;
  Status insert(std::span<const assay::Cell> row, assay::Reply& reply) override;
  Status insert_many(std::span<const assay::Cell> rows, assay::Reply& reply) override;
  Status scan(std::int64_t first_id, std::uint32_t limit, assay::Reply& reply) override;
  Status begin(assay::Reply& reply) override;
  Status commit(assay::Reply& reply) override;
  Status rollback(assay::Reply& reply) override;

 private:
  Status done();
  Status rows(std::int64_t first_id, std::uint32_t count, assay::Reply& reply);

  const assay::TableSchema& schema_;
  std::string text_;
  SessionCount& count_;
  std::vector<assay::Cell> cells_;
};

}  // namespace noop
