// A client's own statements in a case: a table of the case, and calls with their expectations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/plain.h"
#include "host/conformance/stage.h"

namespace assay::conformance {

// One parameter with its type.
struct Parameter {
  SqlType type = SqlType::integer;
  Cell cell;
};

Parameter number(std::int64_t value);
Parameter text(Bytes bytes);
Parameter timestamp(Bytes bytes);

// Statements of one session of a stage for own SQL. Thread rule of the session.
class OwnSql {
 public:
  // Borrows both. Throws Failed when the session has no Sql.
  OwnSql(Stage& stage, Client& client);

  Sql& sql() { return sql_; }

  // The case's own table, "assay_case7"; in statements written as @.
  const std::string& table() const { return table_; }

  // The statement with @ as the table, and # as the placeholders in their order.
  std::string written(const std::string& statement) const;

  // Prepares and runs it once; throws Failed unless the status is the wanted one. The reply lives
  // until the next call.
  Reply run(const std::string& statement, const std::vector<Parameter>& parameters = {},
            Status wanted = Status::ok);

  // Throws Failed unless the statement changes, or gives, so many rows.
  void expect_rows(std::int64_t rows, const std::string& statement,
                   const std::vector<Parameter>& parameters = {});

  // CREATE TABLE @ (id INTEGER PRIMARY KEY, score BIGINT, title VARCHAR(100)).
  void create();

  // INSERT with score 10 times the id, and the title.
  void insert(std::int64_t id, Bytes title = "a title");

  // Throws Failed unless the row is there with that score, or is not there.
  void expect_score(std::int64_t id, std::optional<std::int64_t> score);

  void begin(Access access = Access::write);
  void commit();
  void rollback();

 private:
  Client& client_;
  PlainSql sql_;
  std::string table_;
};

}  // namespace assay::conformance
