// A table as markdown. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay::report {

using Lines = std::vector<std::vector<std::string>>;  // [line][column]; line 0 holds the heads

// The table; columns from `figures_from` on are aligned right. What would end a cell or a line of
// it is escaped. REQUIRES: every line has as many columns as the heads.
std::string markdown_table(const Lines& lines, std::size_t figures_from);

}  // namespace assay::report
