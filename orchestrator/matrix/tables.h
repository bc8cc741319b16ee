// The tables a matrix asks for, checked against its cells.
#pragma once

#include <span>
#include <vector>

#include "matrix/matrix.h"
#include "matrix/select.h"

namespace assay::matrix {

// Reads `tables`. `cells` are all cells of the matrix, before filters; with known.guessed() there
// are none, and what depends on them is not checked.
std::vector<Table> read_tables(std::span<const Value* const> tables, std::span<const Cell> cells,
                               const Known& known, Mistakes& mistakes);

// Drops the tables that no cell is left for, and baselines whose column is gone.
void keep_filled(std::vector<Table>& tables, std::span<const Cell> cells);

}  // namespace assay::matrix
