// A row as bytes and back: 8 bytes an integer; a 4-byte length and the bytes for a text.
// Plain functions, any thread.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/table.h"

namespace noop {

// Appends the row. REQUIRES: one cell a column.
void encode(const assay::TableSchema& schema, std::span<const assay::Cell> row, std::string& bytes);

// Appends the row's cells, whose texts are views into bytes, and returns the bytes after the row.
// REQUIRES: bytes start with an encoded row of this schema.
assay::Bytes decode(const assay::TableSchema& schema, assay::Bytes bytes,
                    std::vector<assay::Cell>& cells);

}  // namespace noop
