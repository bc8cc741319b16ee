// The axes that every cell has in the same way, whatever its backend and workload: where the load
// comes from and what the client may use. Constant data, safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "matrix/cell.h"
#include "matrix/document.h"

namespace assay::matrix {

struct CellAxis {
  std::string_view name;
  bool of_topology;          // may also stand under the matrix's `topology`
  std::string_view help;     // for the JSON Schema
  std::string_view pattern;  // of the words that are not numbers, for the JSON Schema
  std::int64_t least;        // whole numbers that are allowed, inclusive; none when least > most
  std::int64_t most;
  // Sets the value on the cell. false: the scalar is none of the axis's values.
  bool (*set)(Cell& cell, const Value& value);
  std::string (*get)(const Cell& cell);
  std::string_view expected;  // what a value must be, for a mistake
};

inline constexpr std::string_view per_operation_word = "per_operation";

std::span<const CellAxis> cell_axes();

// The axis of that name, or nullptr.
const CellAxis* find_cell_axis(std::string_view name);

}  // namespace assay::matrix
