// The component of relational tables: one table whose first column is an integer primary key.
// Thread rule, pending and ownership are as in key_value.h.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/types.h"

namespace assay {

enum class ColumnType : std::uint8_t { integer, text };

struct Column {
  std::string name;
  ColumnType type = ColumnType::integer;
  bool indexed = false;  // a secondary index; ignored for the primary key
};

// columns[0] is the primary key: integer, unique. Rows come back with all columns in this order.
struct TableSchema {
  std::string name;
  std::vector<Column> columns;
};

class ASSAY_EXPORT Table {
 public:
  virtual ~Table() = default;

  // SELECT * WHERE id = ?. ok: reply.cells holds one row, reply.number is 1. not_found: no such
  // row.
  virtual Status point_read(std::int64_t id, Reply& reply) = 0;

  // SELECT * WHERE column = ? LIMIT ?. `column` is an index into the schema, of type integer.
  // ok: reply.cells holds reply.number rows (0 is ok, too), in no promised order.
  virtual Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                            Reply& reply) = 0;

  // UPDATE SET column = ? WHERE id = ?. ok: one row changed. not_found: no such row.
  virtual Status point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                              Reply& reply) = 0;

  // INSERT of one row, all columns. conflict: the primary key is taken.
  virtual Status insert(std::span<const Cell> row, Reply& reply) = 0;

  // INSERT of many rows in one transaction; used to load, not timed.
  // Shape: rows[row * columns + column]. conflict: a primary key is taken, and nothing is stored.
  virtual Status insert_many(std::span<const Cell> rows, Reply& reply) = 0;

  // SELECT * WHERE id >= ? ORDER BY id LIMIT ?. ok: reply.cells holds reply.number rows.
  virtual Status scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) = 0;

  // A transaction around the calls between begin and commit or rollback. begin takes the write lock
  // where the system has one. conflict from any call inside: the transaction is already rolled
  // back.
  virtual Status begin(Reply& reply) = 0;
  virtual Status commit(Reply& reply) = 0;
  virtual Status rollback(Reply& reply) = 0;
};

}  // namespace assay
