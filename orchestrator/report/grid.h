// One table of the report, worked out: which cell stands where, what it shows and which are best.
// Every form of a table (markdown, terminal, CSV, plot) is drawn from this. The run must outlive
// it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/matrix.h"
#include "report/number.h"
#include "results/run.h"

namespace assay::report {

struct Entry {
  const results::CellResult* cell = nullptr;  // nullptr: the matrix has no such cell
  results::Summary value;                     // of the table's metric, in its base unit
  double half_width = 0;                      // what the value is rounded by, in its base unit
  results::Summary ratio;                     // to the row's baseline; empty where there is none
  std::string ratio_refused;         // why there is none though both have a figure; else empty
  bool best = false;                 // the best of its row, or not to be told from it
  bool tied = false;                 // best, and another is too
  results::Summary to_leader;        // of a tie: the ratio to the row's best median
  std::optional<double> detectable;  // of a tie: analyse::smallest_detectable to that one
};

struct Grid {
  const matrix::Table* table = nullptr;
  std::vector<std::vector<std::string>> rows;     // labels [row][row axis]
  std::vector<std::vector<std::string>> columns;  // labels [column][column axis]
  std::vector<std::vector<Entry>> entries;        // [row][column]
  std::size_t baseline = 0;                       // column; columns.size() when there is none
  Unit unit;
  std::string unranked;  // why no best is marked; empty when it is, or nothing is to choose from
};

Grid make_grid(const results::Run& run, const matrix::Table& table);

}  // namespace assay::report
