// A dataset of the table workloads: the rows [1, rows()] that are loaded, and those inserted later.
// All of a row follows from seed and id, so that any row can be verified without shared state; what
// updates change also carries the version of its last update. Immutable, safe from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "assay/table.h"
#include "workload/history.h"

namespace assay::workload {

// What an update writes.
struct Update {
  std::uint32_t column = 0;
  Cell value;
  std::uint64_t item = 0;  // what of the row it is, for the history
};

class Rows {
 public:
  explicit Rows(std::int64_t rows) : rows_(rows) {}

  Rows(const Rows&) = default;
  Rows& operator=(const Rows&) = default;
  virtual ~Rows() = default;

  std::int64_t rows() const { return rows_; }

  virtual std::uint32_t columns() const = 0;

  // Bytes of text that a row needs, and that an update's value needs.
  virtual std::size_t text_bytes() const = 0;
  virtual std::size_t update_bytes() const = 0;

  // Fills a row as it is loaded or inserted; its texts are written to `text`, which the row shows.
  // REQUIRES: row.size() == columns(), text has text_bytes().
  virtual void make(std::int64_t id, std::span<Cell> row, char* text) const = 0;

  // The update of that version; always another value than there was. A text is written to `text`,
  // of update_bytes(), which the value shows.
  virtual Update update(std::int64_t id, std::uint32_t version, char* text) const = 0;

  // Whether what was read as row `id` is that row, to the last byte, and the history allows what
  // updates have left in it.
  virtual bool may_be(std::int64_t id, std::span<const Cell> row, const History& history) const = 0;

  // The row that an item of `update` belongs to.
  virtual std::int64_t row_of(std::uint64_t item) const = 0;

 private:
  std::int64_t rows_;
};

}  // namespace assay::workload
