// What stands in one place of a table, over it and under it, in words and digits.
#pragma once

#include <string>
#include <vector>

#include "report/grid.h"

namespace assay::report {

// Why the entry has no figure: "-" (the matrix has no such cell), "failed", "not run",
// "overloaded", "too few samples", "not measured" (of a part that was not there). REQUIRES: it has
// none.
std::string missing_text(const Grid& grid, const Entry& entry);

// "29.5 [28.1 to 30.2]", or what is missing; without marks and emphasis.
std::string entry_text(const Grid& grid, const Entry& entry);

// "x1.72 [1.60 to 1.81]", "-" between durability levels, or "" where there is no ratio.
std::string ratio_text(const Entry& entry);

// "Reads (k/s)": the table's title, or its metric's where it has none, and the unit.
std::string heading(const Grid& grid);

// The head of a column: the backend's name, and axis=value for every other axis.
std::string column_head(const Grid& grid, std::size_t column);

// A row in words, for text outside the table: "payload=10".
std::string row_name(const Grid& grid, std::size_t row);

// Where no cell of the table has a figure, the sentence that says why; else "".
std::string why_empty(const Grid& grid);

// What a reader of the table must know: why nothing is ranked, where there are no ratios, what ties
// could have shown, what parentheses mean. A sentence each; one may go on with lines "- …".
std::vector<std::string> notes(const Grid& grid);

}  // namespace assay::report
