// The Sql component: the user's own statements on one connection. Thread rule of the session.
#pragma once

#include <string>
#include <vector>

#include "assay/sql.h"
#include "plugins/sqlite/connection.h"

namespace assay::sqlite {

class Statements final : public Sql {
 public:
  // Borrows the connection.
  explicit Statements(Connection& connection) : connection_(connection) {}

  ~Statements() override;
  Statements(const Statements&) = delete;
  Statements& operator=(const Statements&) = delete;

  Dialect dialect() const override { return {"sqlite", Placeholders::question_number}; }

  std::uint32_t prepare(const std::string& statement, std::span<const SqlType> parameters) override;
  Status execute(std::uint32_t statement, std::span<const Cell> parameters, Reply& reply) override;
  Status begin(Access access, Reply& reply) override;
  Status commit(Reply& reply) override;
  Status rollback(Reply& reply) override;

 private:
  struct Prepared {
    Statement statement;
    std::vector<SqlType> parameters;  // [parameter]
    bool writes = false;
  };

  static void bind(const Prepared& prepared, std::span<const Cell> parameters);
  void copy_row(sqlite3_stmt* statement);

  // As Connection::fail, and ends a transaction for reading that met a conflict.
  Status fail(int code);
  void end_read();

  Connection& connection_;
  std::vector<Prepared> prepared_;  // [number]
  std::vector<Cell> cells_;         // row-major, of the last reply
  bool reading_ = false;            // in a transaction begun for reading
};

}  // namespace assay::sqlite
