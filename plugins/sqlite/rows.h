// The Table component: one table of the place's schema on one connection. Thread rule of the
// session.
#pragma once

#include <vector>

#include "assay/table.h"
#include "plugins/sqlite/connection.h"

namespace assay::sqlite {

// CREATE statements of a table and its indexes. Throws Error for a schema SQLite cannot have.
std::string create_table(const TableSchema& schema);

class Rows final : public Table {
 public:
  // Borrows the connection. Throws Error when the table is not there.
  Rows(Connection& connection, const TableSchema& schema);

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
  void bind(sqlite3_stmt* statement, int parameter, ColumnType type, const Cell& cell) const;
  void bind_row(std::span<const Cell> row) const;
  void copy_row(sqlite3_stmt* statement);

  // Steps a bound read to its end and copies its rows.
  Status read_all(sqlite3_stmt* statement, Reply& reply);

  Connection& connection_;
  std::vector<ColumnType> types_;  // [column]
  Statement point_read_;
  Statement insert_;
  Statement scan_;
  std::vector<Statement> multi_reads_;  // [column]; nullptr for text columns
  std::vector<Statement> updates_;      // [column]
  std::vector<Cell> cells_;             // row-major, of the last reply
};

}  // namespace assay::sqlite
