// The part of a matrix file that describes a workload of the user's own SQL: what stands under
// `sql`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "matrix/document.h"
#include "matrix/matrix.h"
#include "matrix/mistakes.h"
#include "workload/sql_definition.h"

namespace assay::matrix {

// The most rows a statement of the set-up may be repeated for.
inline constexpr std::int64_t most_repeats = 1'000'000'000;

// The largest text a parameter may be, in bytes.
inline constexpr std::int64_t most_text_bytes = 1 << 20;

// Reads it, reporting every mistake. nullopt when there was one. `name`: of the workload.
std::optional<workload::SqlDefinition> read_own_sql(const Value& sql, const std::string& name,
                                                    const Vocabulary& vocabulary,
                                                    Mistakes& mistakes);

// One of its parameters, as `{zipfian: [1, 1000], theta: 0.9}`. nullopt when there was a mistake.
std::optional<workload::SqlParameter> read_sql_parameter(const Value::Entry& entry,
                                                         Mistakes& mistakes);

// What read_sql_parameter takes, for messages and the schema: "sequence", "uniform", …
const std::vector<std::string>& sql_sources();

}  // namespace assay::matrix
