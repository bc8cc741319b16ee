// The part of a matrix file that says which cells there are: `verify`, `backends`, `topology`,
// `parameters`, `axes`, `include` and `exclude`.
#pragma once

#include <cstdint>
#include <vector>

#include "matrix/fields.h"
#include "matrix/matrix.h"
#include "matrix/mistakes.h"
#include "matrix/select.h"

namespace assay::matrix {

// The most entries `include`, `exclude` and `tables` may have.
inline constexpr std::size_t most_entries = 1000;

// Fills `cells` with those that can be made, and reports everything wrong with them. Returns the
// words for choosing among them, guessed from what is written when the cells are not those the file
// means.
Known read_cells(Fields& top, const Vocabulary& vocabulary, std::vector<Cell>& cells,
                 Mistakes& mistakes);

}  // namespace assay::matrix
