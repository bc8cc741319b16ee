// A row that was read, kept until the window is over as an application would keep it: the reply
// dies at the session's next call. Plain data.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/types.h"

namespace assay::workload {

class KeptRow {
 public:
  void keep(std::span<const Cell> row) {
    cells_.assign(row.begin(), row.end());
    text_.clear();
    for (const Cell& cell : row) {
      text_.append(cell.bytes);
    }
    std::size_t at = 0;
    for (Cell& cell : cells_) {
      cell.bytes = Bytes(text_).substr(at, cell.bytes.size());
      at += cell.bytes.size();
    }
  }

  std::span<const Cell> cells() const { return cells_; }

 private:
  std::vector<Cell> cells_;
  std::string text_;  // of all cells, one after the other
};

}  // namespace assay::workload
