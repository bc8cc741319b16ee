#include "plugins/sqlite/statements.h"

#include <fmt/format.h>

#include <cassert>

#include "plugins/sqlite/bytes.h"

namespace assay::sqlite {
namespace {

[[noreturn]] void refuse(std::string_view reason) {
  throw Error(fmt::format("SQLite says: {}", reason), ExitCode::wrong_usage);
}

// One statement of a text, and where the text goes on. nullptr for spaces and comments.
Statement next_statement(sqlite3* database, const char* text, const char* end, const char** rest) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(database, text, static_cast<int>(end - text), SQLITE_PREPARE_PERSISTENT,
                         &statement, rest) != SQLITE_OK) {
    refuse(sqlite3_errmsg(database));
  }
  return Statement(statement);
}

}  // namespace

Statements::~Statements() { end_read(); }

std::uint32_t Statements::prepare(const std::string& statement,
                                  std::span<const SqlType> parameters) {
  sqlite3* database = connection_.database().get();
  const char* rest = statement.data();
  const char* end = statement.data() + statement.size();
  Prepared prepared{next_statement(database, rest, end, &rest),
                    {parameters.begin(), parameters.end()}};
  if (prepared.statement == nullptr) {
    refuse("there is no statement");
  }
  while (rest != end) {
    if (next_statement(database, rest, end, &rest) != nullptr) {
      refuse("there is more than one statement");
    }
  }
  const int wanted = sqlite3_bind_parameter_count(prepared.statement.get());
  if (wanted != static_cast<int>(parameters.size())) {
    refuse(fmt::format("the statement has {} parameters, and {} are given", wanted,
                       parameters.size()));
  }
  prepared.writes = sqlite3_stmt_readonly(prepared.statement.get()) == 0;
  prepared_.push_back(std::move(prepared));
  return static_cast<std::uint32_t>(prepared_.size() - 1);
}

void Statements::bind(const Prepared& prepared, std::span<const Cell> parameters) {
  assert(parameters.size() == prepared.parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (prepared.parameters[i] == SqlType::integer) {
      sqlite3_bind_int64(prepared.statement.get(), number, parameters[i].integer);
    } else {
      // The caller's bytes are used where they are: statements are reset before a call returns.
      sqlite3_bind_text64(prepared.statement.get(), number, not_null(parameters[i].bytes),
                          parameters[i].bytes.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
  }
}

void Statements::copy_row(sqlite3_stmt* statement) {
  const int columns = sqlite3_data_count(statement);
  for (int column = 0; column < columns; ++column) {
    Cell& cell = cells_.emplace_back();
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
        cell.integer = sqlite3_column_int64(statement, column);
        break;
      case SQLITE_NULL:
        break;
      default: {
        // As a blob: asking for text would make SQLite copy it once more to end it with a zero.
        const void* bytes = sqlite3_column_blob(statement, column);
        cell.bytes = connection_.arena().copy(
            bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
      }
    }
  }
}

Status Statements::execute(std::uint32_t statement, std::span<const Cell> parameters,
                           Reply& reply) {
  assert(statement < prepared_.size());
  const Prepared& prepared = prepared_[statement];
  connection_.start();
  if (prepared.writes) {
    if (reading_) {
      return connection_.fail(Status::refused,
                              "a statement that writes, in a transaction begun for reading");
    }
    if (const Status status = connection_.take_turn(); status != Status::ok) {
      return status;
    }
  }
  bind(prepared, parameters);
  cells_.clear();
  sqlite3* database = connection_.database().get();
  const std::int64_t changed_before = prepared.writes ? sqlite3_total_changes64(database) : 0;
  std::int64_t rows = 0;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(prepared.statement.get())) == SQLITE_ROW) {
    copy_row(prepared.statement.get());
    ++rows;
  }
  sqlite3_reset(prepared.statement.get());
  if (prepared.writes) {
    connection_.give_turn();
  }
  if (code != SQLITE_DONE) {
    return fail(code);
  }
  reply.cells = cells_;
  reply.number = rows;
  if (prepared.writes && sqlite3_total_changes64(database) != changed_before) {
    connection_.count_statement();
    if (sqlite3_column_count(prepared.statement.get()) == 0) {
      reply.number = sqlite3_changes64(database);
    }
  }
  return Status::ok;
}

Status Statements::begin(Access access, Reply& /*reply*/) {
  connection_.start();
  if (reading_) {
    return connection_.fail(Status::failed,
                            "begin inside a transaction; commit or roll back first");
  }
  if (access == Access::write) {
    return connection_.begin_write();
  }
  const Status status = connection_.begin_read();
  reading_ = status == Status::ok;
  return status;
}

Status Statements::commit(Reply& /*reply*/) {
  connection_.start();
  if (reading_) {
    end_read();
    return Status::ok;
  }
  return connection_.commit();
}

Status Statements::rollback(Reply& /*reply*/) {
  connection_.start();
  if (reading_) {
    end_read();
    return Status::ok;
  }
  return connection_.rollback();
}

Status Statements::fail(int code) {
  const Status status = connection_.fail(code);
  if (status == Status::conflict) {
    end_read();
  }
  return status;
}

void Statements::end_read() {
  if (reading_) {
    reading_ = false;
    connection_.end_read();
  }
}

}  // namespace assay::sqlite
