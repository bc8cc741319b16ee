// Statements of own SQL on one session, prepared, and the values that go to them.
// Belongs to the session's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/sql.h"
#include "workload/sql_definition.h"
#include "workload/sql_values.h"
#include "workload/work.h"

namespace assay::workload {

// Statements that get the same values: those of one operation, or one of the set-up.
class SqlCall {
 public:
  // Which values there are: equal streams give equal ones.
  struct Stream {
    std::uint64_t seed = 1;  // of the run
    std::uint64_t session = 0;
    std::uint64_t round = 0;
    // Sequences go on behind those of this set-up, so many sessions taking turns; nullptr: each
    // from its start.
    const SqlScript* behind = nullptr;
    std::uint64_t sessions = 1;
  };

  // Prepares the statements. Throws Error naming the statement and what the database said of it.
  // what: "statement", "set-up statement"; first: the number of the first of them, from 1.
  SqlCall(Sql& sql, const SqlDefinition& definition, std::span<const SqlStatement> statements,
          std::string_view what, std::size_t first, const Stream& stream);

  std::size_t statements() const { return prepared_.size(); }

  // The cells that a set of values takes, and the bytes.
  std::size_t cells() const { return bound_.size(); }

  std::size_t bytes() const { return bytes_; }

  // Draws each parameter once and lays the values out, statement after statement.
  // REQUIRES: room for cells() and bytes().
  void draw(Cell* cells, char* bytes);

  // Runs one statement with the values that begin at `cells`.
  Status execute(std::size_t statement, const Cell* cells, Reply& reply) {
    const Prepared& one = prepared_[statement];
    return sql_.execute(one.number, {cells + one.first, one.count}, reply);
  }

 private:
  struct Prepared {
    std::uint32_t number = 0;
    std::size_t first = 0;  // cells [first, first + count)
    std::size_t count = 0;
  };

  std::size_t parameter(const SqlDefinition& definition, const std::string& name,
                        const Stream& stream);

  Sql& sql_;
  std::vector<Prepared> prepared_;                  // [statement]
  std::vector<std::size_t> bound_;                  // [cell]: index of the value
  std::vector<std::string> names_;                  // [value]
  std::vector<std::unique_ptr<SqlValues>> values_;  // [value]
  std::vector<Cell> drawn_;                         // [value]
  std::size_t bytes_ = 0;
};

// "statement 2 (UPDATE posts SET …)".
std::string named(std::string_view what, std::size_t number, const SqlStatement& statement);

}  // namespace assay::workload
