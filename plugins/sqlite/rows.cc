#include "plugins/sqlite/rows.h"

#include <fmt/format.h>

#include <cassert>

#include "plugins/sqlite/bytes.h"

namespace assay::sqlite {
namespace {

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char each : name) {
    text += each;
    if (each == '"') {
      text += '"';
    }
  }
  return text + '"';
}

}  // namespace

std::string create_table(const TableSchema& schema) {
  if (schema.columns.empty() || schema.columns.front().type != ColumnType::integer) {
    throw Error(fmt::format("sqlite: the table '{}' needs an integer primary key as its first "
                            "column",
                            schema.name),
                ExitCode::wrong_usage);
  }
  std::string columns;
  std::string indexes;
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const Column& column = schema.columns[i];
    columns += fmt::format("{}{} {}{}", i == 0 ? "" : ", ", quoted(column.name),
                           column.type == ColumnType::integer ? "INTEGER" : "TEXT",
                           i == 0 ? " PRIMARY KEY" : " NOT NULL");
    if (i > 0 && column.indexed) {
      indexes += fmt::format("CREATE INDEX {} ON {}({});",
                             quoted("index_" + schema.name + "_on_" + column.name),
                             quoted(schema.name), quoted(column.name));
    }
  }
  return fmt::format("CREATE TABLE {}({});{}", quoted(schema.name), columns, indexes);
}

Rows::Rows(Connection& connection, const TableSchema& schema) : connection_(connection) {
  const Database& database = connection.database();
  const std::string table = quoted(schema.name);
  const std::string id = quoted(schema.columns.front().name);
  std::string values;
  for (const Column& column : schema.columns) {
    types_.push_back(column.type);
    values += values.empty() ? "?" : ", ?";
    const std::string name = quoted(column.name);
    updates_.push_back(
        database.prepare(fmt::format("UPDATE {} SET {} = ?2 WHERE {} = ?1", table, name, id)));
    multi_reads_.push_back(
        column.type == ColumnType::integer
            ? database.prepare(fmt::format("SELECT * FROM {} WHERE {} = ?1 LIMIT ?2", table, name))
            : nullptr);
  }
  point_read_ = database.prepare(fmt::format("SELECT * FROM {} WHERE {} = ?1", table, id));
  insert_ = database.prepare(fmt::format("INSERT INTO {} VALUES({})", table, values));
  scan_ = database.prepare(
      fmt::format("SELECT * FROM {} WHERE {} >= ?1 ORDER BY {} LIMIT ?2", table, id, id));
}

void Rows::bind(sqlite3_stmt* statement, int parameter, ColumnType type, const Cell& cell) const {
  if (type == ColumnType::integer) {
    sqlite3_bind_int64(statement, parameter, cell.integer);
  } else {
    // The caller's bytes are used where they are: statements are reset before a call returns.
    sqlite3_bind_text64(statement, parameter, not_null(cell.bytes), cell.bytes.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
  }
}

void Rows::bind_row(std::span<const Cell> row) const {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    bind(insert_.get(), static_cast<int>(i) + 1, types_[i], row[i]);
  }
}

void Rows::copy_row(sqlite3_stmt* statement) {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const int column = static_cast<int>(i);
    Cell& cell = cells_.emplace_back();
    if (types_[i] == ColumnType::integer) {
      cell.integer = sqlite3_column_int64(statement, column);
    } else {
      // As a blob: asking for text would make SQLite copy it once more to end it with a zero.
      const void* bytes = sqlite3_column_blob(statement, column);
      cell.bytes = connection_.arena().copy(
          bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    }
  }
}

Status Rows::read_all(sqlite3_stmt* statement, Reply& reply) {
  cells_.clear();
  reply.number = 0;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    copy_row(statement);
    ++reply.number;
  }
  sqlite3_reset(statement);
  reply.cells = cells_;
  return code == SQLITE_DONE ? Status::ok : connection_.fail(code);
}

Status Rows::point_read(std::int64_t id, Reply& reply) {
  connection_.start();
  sqlite3_stmt* statement = point_read_.get();
  sqlite3_bind_int64(statement, 1, id);
  // One step only: the primary key is unique, and the second would search for another row.
  const int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    cells_.clear();
    copy_row(statement);
    sqlite3_reset(statement);
    reply.cells = cells_;
    reply.number = 1;
    return Status::ok;
  }
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? Status::not_found : connection_.fail(code);
}

Status Rows::multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                        Reply& reply) {
  assert(column < types_.size() && types_[column] == ColumnType::integer);
  connection_.start();
  sqlite3_stmt* statement = multi_reads_[column].get();
  sqlite3_bind_int64(statement, 1, value);
  sqlite3_bind_int64(statement, 2, limit);
  return read_all(statement, reply);
}

Status Rows::scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) {
  connection_.start();
  sqlite3_bind_int64(scan_.get(), 1, first_id);
  sqlite3_bind_int64(scan_.get(), 2, limit);
  return read_all(scan_.get(), reply);
}

Status Rows::point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                          Reply& /*reply*/) {
  assert(column < types_.size());
  connection_.start();
  sqlite3_stmt* statement = updates_[column].get();
  sqlite3_bind_int64(statement, 1, id);
  bind(statement, 2, types_[column], value);
  const Status status = connection_.write(statement);
  if (status == Status::ok && sqlite3_changes(connection_.database().get()) == 0) {
    return Status::not_found;
  }
  return status;
}

Status Rows::insert(std::span<const Cell> row, Reply& /*reply*/) {
  assert(row.size() == types_.size());
  connection_.start();
  bind_row(row);
  return connection_.write(insert_.get());
}

Status Rows::insert_many(std::span<const Cell> rows, Reply& /*reply*/) {
  assert(rows.size() % types_.size() == 0);
  connection_.start();
  const bool own = !connection_.in_transaction();
  if (own) {
    if (const Status status = connection_.begin_write(); status != Status::ok) {
      return status;
    }
  }
  for (std::size_t first = 0; first < rows.size(); first += types_.size()) {
    bind_row(rows.subspan(first, types_.size()));
    const Status status = connection_.step_inside(insert_.get());
    if (status != Status::ok) {
      if (own && connection_.in_transaction()) {
        connection_.rollback();
      }
      return status;
    }
  }
  return own ? connection_.commit() : Status::ok;
}

Status Rows::begin(Reply& /*reply*/) {
  connection_.start();
  return connection_.begin_write();
}

Status Rows::commit(Reply& /*reply*/) {
  connection_.start();
  return connection_.commit();
}

Status Rows::rollback(Reply& /*reply*/) {
  connection_.start();
  return connection_.rollback();
}

}  // namespace assay::sqlite
