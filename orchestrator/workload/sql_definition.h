// A workload of a matrix's own SQL: what it sets up, what one operation does, and where the values
// come from. Plain values; JSON is how they travel to the workers.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/sql.h"

namespace assay::workload {

// A number from a distribution over [least, most].
struct DrawnNumber {
  std::string distribution;  // a name of distribution.h
  std::int64_t least = 0;
  std::int64_t most = 0;
  double theta = 0.99;
};

// start, start + 1, …: every session its own, see SqlDefinition.
struct SequenceNumber {
  std::int64_t start = 1;
};

// Letters a to p.
struct RandomText {
  std::uint32_t least_bytes = 0;
  std::uint32_t most_bytes = 0;
};

// A whole second of [from, to), in seconds since 1970.
struct RandomTimestamp {
  std::int64_t from_s = 0;
  std::int64_t to_s = 0;
};

// One of these, each equally often.
struct ListedValue {
  bool integers = false;
  std::vector<std::string> values;
};

struct SqlParameter {
  using Source =
      std::variant<DrawnNumber, SequenceNumber, RandomText, RandomTimestamp, ListedValue>;

  std::string name;
  Source source;

  SqlType type() const;
};

// How many rows a statement gives or changes, inclusive.
struct RowCount {
  std::int64_t least = 0;
  std::int64_t most = 0;
};

struct SqlStatement {
  std::string text;                   // with parameters by name
  std::uint64_t repeat = 1;           // in the set-up only
  std::optional<RowCount> rows = {};  // of an operation only
};

struct SqlScript {
  std::vector<SqlStatement> setup;
  std::vector<SqlStatement> statements;  // of one operation, at least one

  // How many numbers of that parameter's sequence the set-up uses: what is measured goes on behind
  // them.
  std::uint64_t numbers_used(std::string_view parameter) const;
};

// The values of an operation are drawn once and go wherever their names stand in its statements; so
// do those of each repetition in the set-up. Each statement of the set-up has its sequences from
// their start on; those of the measured operations go on above the longest of them, the sessions
// taking turns, so that no two of them ever have the same.
struct SqlDefinition {
  std::vector<SqlParameter> parameters;
  std::optional<Access> transaction;  // around the statements of one operation
  SqlScript script;
  // By the dialect's name: what it has in place of the script's; an empty part is the script's.
  std::map<std::string, SqlScript> dialects;

  SqlScript for_dialect(std::string_view dialect) const;

  // Whether an operation is more than one call.
  bool has_several_calls() const;

  // Whether some statement of an operation is something else than a SELECT.
  bool may_write() const;

  // nullptr: there is none of that name.
  const SqlParameter* find(std::string_view name) const;
};

void to_json(nlohmann::json& json, const SqlDefinition& definition);

// Throws nlohmann::json::exception for anything that to_json does not give.
void from_json(const nlohmann::json& json, SqlDefinition& definition);

}  // namespace assay::workload
