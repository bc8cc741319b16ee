// What stands in one place of a table, in words and digits.
#pragma once

#include <string>

#include "report/grid.h"

namespace assay::report {

// "29.5 [28.1 to 30.2]", "failed", "too few samples", "-"; without marks and emphasis.
std::string entry_text(const Grid& grid, const Entry& entry);

// "x1.72 [1.60 to 1.81]", or "" where there is no ratio.
std::string ratio_text(const Entry& entry);

// "Reads (k/s)": the table's title, or its metric's where it has none, and the unit.
std::string heading(const Grid& grid);

}  // namespace assay::report
