#include "rows.h"

#include <cstring>

namespace noop {

namespace {

template <typename Number>
Number take(assay::Bytes& bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof(number));
  bytes.remove_prefix(sizeof(number));
  return number;
}

template <typename Number>
void add(Number number, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

}  // namespace

void encode(const assay::TableSchema& schema, std::span<const assay::Cell> row,
            std::string& bytes) {
  for (std::size_t column = 0; column < schema.columns.size(); ++column) {
    if (schema.columns[column].type == assay::ColumnType::integer) {
      add(row[column].integer, bytes);
    } else {
      add(static_cast<std::uint32_t>(row[column].bytes.size()), bytes);
      bytes.append(row[column].bytes);
    }
  }
}

assay::Bytes decode(const assay::TableSchema& schema, assay::Bytes bytes,
                    std::vector<assay::Cell>& cells) {
  for (const assay::Column& column : schema.columns) {
    assay::Cell& cell = cells.emplace_back();
    if (column.type == assay::ColumnType::integer) {
      cell.integer = take<std::int64_t>(bytes);
    } else {
      const auto size = take<std::uint32_t>(bytes);
      cell.bytes = bytes.substr(0, size);
      bytes.remove_prefix(size);
    }
  }
  return bytes;
}

}  // namespace noop
