// What makes two runs another question: everything that decides a figure. Pure, any thread.
#pragma once

#include <string>
#include <vector>

#include "results/run.h"

namespace assay::results {

// One line per difference, "what: before, now"; empty when blocks of the two may be put together.
std::vector<std::string> differences(const Run& before, const Run& now);

}  // namespace assay::results
