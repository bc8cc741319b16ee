#include "workload/records.h"

#include <fmt/format.h>

#include "workload/bytes.h"
#include "workload/random.h"

namespace assay::workload {

namespace {

constexpr std::size_t version_letters = 8;

}  // namespace

Records::Records(std::uint64_t seed, std::int64_t rows) : Rows(rows), seed_(mix(seed + 4)) {}

TableSchema Records::schema() {
  TableSchema schema{"records", {{"id", ColumnType::integer}}};
  for (std::uint32_t field = 0; field < fields; ++field) {
    schema.columns.push_back({fmt::format("field{}", field), ColumnType::text});
  }
  return schema;
}

std::uint64_t Records::base(std::int64_t id, std::uint32_t field, std::uint32_t version) const {
  const std::uint64_t which = std::uint64_t{field} << 32 | version;
  return mix(seed_ + static_cast<std::uint64_t>(id) * 0xd6e8feb86659fd93U +
             which * 0xa0761d6478bd642fU);
}

void Records::write(std::int64_t id, std::uint32_t field, std::uint32_t version, char* text) const {
  for (std::size_t i = 0; i < version_letters; ++i) {
    text[i] = static_cast<char>('a' + (version >> (4 * i) & 15U));
  }
  write_stream<Letters>(base(id, field, version), text + version_letters,
                        field_bytes - version_letters);
}

void Records::make(std::int64_t id, std::span<Cell> row, char* text) const {
  row[0].integer = id;
  for (std::uint32_t field = 0; field < fields; ++field) {
    char* const own = text + field * field_bytes;
    write(id, field, Versions::loaded, own);
    row[1 + field].bytes = Bytes(own, field_bytes);
  }
}

Update Records::update(std::int64_t id, std::uint32_t version, char* text) const {
  const auto field = static_cast<std::uint32_t>(multiply_high(mix(seed_ + version), fields));
  write(id, field, version, text);
  Update update{1 + field, {}, item(id, field)};
  update.value.bytes = Bytes(text, field_bytes);
  return update;
}

std::optional<std::uint32_t> Records::version_of(std::int64_t id, std::uint32_t field,
                                                 Bytes text) const {
  if (text.size() != field_bytes) {
    return std::nullopt;
  }
  std::uint32_t version = 0;
  for (std::size_t i = 0; i < version_letters; ++i) {
    const auto nibble = static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]) - 'a');
    if (nibble > 15) {
      return std::nullopt;
    }
    version |= nibble << (4 * i);
  }
  const bool right = is_stream<Letters>(base(id, field, version), text.data() + version_letters,
                                        field_bytes - version_letters);
  return right ? std::optional(version) : std::nullopt;
}

bool Records::may_be(std::int64_t id, std::span<const Cell> row, const History& history) const {
  if (row.size() != columns() || row[0].integer != id) {
    return false;
  }
  for (std::uint32_t field = 0; field < fields; ++field) {
    const auto version = version_of(id, field, row[1 + field].bytes);
    if (!version || !history.allows(item(id, field), *version)) {
      return false;
    }
  }
  return true;
}

}  // namespace assay::workload
