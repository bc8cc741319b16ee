// Tables as bars of stars, for terminals and for pages that show no plots. Pure functions.
#pragma once

#include <string>

#include "report/grid.h"
#include "results/run.h"

namespace assay::report {

// A line of what is shown and which end is better; then each row by its name, and under it a line a
// column: its name, a bar between two strokes whose full width is the greatest figure of the whole
// table, and the figure as the table has it. Anything above 0 has a star at least. Where no cell
// has a figure, the sentence that says so.
std::string bars(const Grid& grid);

// All tables of the run, or the one of that name. The second throws Error (wrong_usage) with the
// names there are.
std::string bars(const results::Run& run);
std::string table_bars(const results::Run& run, const std::string& table_name);

}  // namespace assay::report
