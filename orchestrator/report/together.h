// Several runs in one document. They are shown, never paired: no ratio is taken between them.
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "results/run.h"

namespace assay::report {

// What is shown of a run.
struct Selection {
  std::string table;  // only the table of that name; empty: all
  bool bars = false;  // tables as bars
};

// Markdown: each table once a run, under the run's machine and date and in one unit; then what is
// marked, and what else differs between the runs. With shown.table nothing but that table. Throws
// Error (not_comparable) when a run is given twice, when a table of one name shows different things
// in two runs, or when a run does not have shown.table; wrong_usage when none has it.
// REQUIRES: the runs are analysed, and there are at least two.
std::string together(std::vector<results::Run> runs, const Selection& shown);

}  // namespace assay::report
