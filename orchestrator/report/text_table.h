// Columns aligned for a terminal, and lines that hang under the first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

// The text with every line but its first begun by `indent`; no blank end.
std::string hanging(const std::string& text, const std::string& indent);

// How many columns of a terminal it takes: UTF-8; every character counts one.
std::size_t columns_of(std::string_view text);

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heads) : rows_{std::move(heads)} {}

  // REQUIRES: as many cells as heads.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  // Columns two spaces apart, each line begun by `indent`, no trailing spaces.
  std::string text(const std::string& indent = "") const;

 private:
  std::vector<std::vector<std::string>> rows_;  // [row][column]; row 0 holds the heads
};

}  // namespace assay::report
