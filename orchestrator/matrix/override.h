// Changes to a matrix from the command line: --set PATH=VALUE.
#pragma once

#include <string>
#include <vector>

#include "matrix/document.h"
#include "matrix/mistakes.h"

namespace assay::matrix {

// Puts each value, read as YAML, at its path: keys joined by '.', list entries by their index from
// 0. What follows "axes." is one key ("axes.settings.schema"). Missing maps on the way are made.
// The new value's mistakes will name the option. A path that leads through a word, or text that is
// not PATH=VALUE, is a mistake; a VALUE that is not YAML throws Error (wrong_usage).
void apply_sets(Value& root, const std::vector<std::string>& sets, Mistakes& mistakes);

}  // namespace assay::matrix
