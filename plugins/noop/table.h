// The table component of noop with its rows kept in the store.
// Thread rule of the session.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/table.h"
#include "session_count.h"
#include "store.h"

namespace noop {

// Rows by id in the store, and for each indexed column a list of ids by value. Ids are expected to
// lie close together: a scan looks at every id of its range. A transaction can be rolled back but
// is not isolated from other sessions.
class StoredTable final : public assay::Table {
 public:
  // Borrows all three.
  StoredTable(const assay::TableSchema& schema, Store& store, SessionCount& count)
      : schema_(schema), store_(store), count_(count) {}

  ~StoredTable() override;  // rolls an open transaction back
  StoredTable(const StoredTable&) = delete;
  StoredTable& operator=(const StoredTable&) = delete;

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
  // A row as it was before a change in the open transaction; nullopt: it was not there.
  using Before = std::pair<std::int64_t, std::optional<std::string>>;

  bool read_row(std::int64_t id);
  void read_matching(std::int64_t id, std::uint32_t column, std::int64_t value);
  void read_listed(std::uint32_t column, std::int64_t value, std::uint32_t limit);
  void forget_rows();
  Status answer(assay::Reply& reply);
  Status add_row(std::span<const assay::Cell> row);
  Status add_to_list(std::uint32_t column, std::int64_t value, std::int64_t id);
  void undo(std::size_t keep);

  const assay::TableSchema& schema_;
  Store& store_;
  SessionCount& count_;
  std::vector<char> buffer_ = std::vector<char>(64);  // the rows read, one after the other
  std::size_t buffered_ = 0;                          // bytes of them
  std::int64_t rows_ = 0;                             // number of them
  std::vector<assay::Cell> cells_;
  std::vector<char> list_;
  std::vector<std::int64_t> seen_;
  std::string row_;
  bool in_transaction_ = false;
  std::vector<Before> log_;
};

}  // namespace noop
