// The values that go to the parameters of own SQL: reproducible from the seed, and other ones for
// every session, parameter and round. A SqlValues belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assay/types.h"
#include "workload/random.h"
#include "workload/sql_definition.h"

namespace assay::workload {

// Makes the values of one parameter.
class SqlValues {
 public:
  SqlValues() = default;
  SqlValues(const SqlValues&) = delete;
  SqlValues& operator=(const SqlValues&) = delete;
  virtual ~SqlValues() = default;

  // The most bytes a value needs.
  virtual std::size_t most_bytes() const { return 0; }

  // The next value. Its bytes, if it has any of its own, are written to `out`, which it shows.
  // REQUIRES: most_bytes() at `out`.
  virtual Cell next(char* out) = 0;
};

// Where a sequence begins and how far apart its numbers are.
struct SequenceTurns {
  std::uint64_t first = 0;  // 0 for the parameter's start
  std::uint64_t step = 1;
};

// The parameter's values; all of them follow from `random` (and `turns`, for a sequence).
std::unique_ptr<SqlValues> make_sql_values(const SqlParameter& parameter, const Random& random,
                                           const SequenceTurns& turns);

// Bytes of a timestamp: "2024-12-31 23:59:59".
inline constexpr std::size_t timestamp_bytes = 19;

// Writes them. seconds: since 1970, of a year from 0 to 9999.
void write_timestamp(std::int64_t seconds, char* out);

}  // namespace assay::workload
