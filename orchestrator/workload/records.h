// YCSB's rows: records(id, field0, …, field9), ten texts of 100 bytes. YCSB's own keys are texts
// ("user6284781860667377211"); here they are integers, as in every table dataset.
// A field is [8 letters version][92 letters that follow from seed, id, field, version]; an update
// writes one of them, which one follows from its version. Immutable, safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "workload/rows.h"

namespace assay::workload {

class Records final : public Rows {
 public:
  static constexpr std::uint32_t fields = 10;
  static constexpr std::size_t field_bytes = 100;

  Records(std::uint64_t seed, std::int64_t rows);

  static TableSchema schema();

  std::uint32_t columns() const override { return 1 + fields; }

  std::size_t text_bytes() const override { return fields * field_bytes; }

  std::size_t update_bytes() const override { return field_bytes; }

  void make(std::int64_t id, std::span<Cell> row, char* text) const override;
  Update update(std::int64_t id, std::uint32_t version, char* text) const override;
  bool may_be(std::int64_t id, std::span<const Cell> row, const History& history) const override;

  std::int64_t row_of(std::uint64_t item) const override {
    return static_cast<std::int64_t>(item / items_per_row);
  }

  // The version a field of this record carries; nullopt when it is not, to the last byte, one that
  // is written there.
  std::optional<std::uint32_t> version_of(std::int64_t id, std::uint32_t field, Bytes text) const;

 private:
  static constexpr std::uint64_t items_per_row = 16;

  static std::uint64_t item(std::int64_t id, std::uint32_t field) {
    return static_cast<std::uint64_t>(id) * items_per_row + field;
  }

  std::uint64_t base(std::int64_t id, std::uint32_t field, std::uint32_t version) const;
  void write(std::int64_t id, std::uint32_t field, std::uint32_t version, char* text) const;

  std::uint64_t seed_;
};

}  // namespace assay::workload
