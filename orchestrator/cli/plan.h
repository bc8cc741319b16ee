// What a run would do, for --dry-run.
#pragma once

#include "matrix/matrix.h"

namespace assay::cli {

// Prints the cells, rounds, blocks and the expected time (null where operations are counted), as
// text or as one JSON value.
void print_plan(const matrix::Matrix& matrix, bool json);

}  // namespace assay::cli
