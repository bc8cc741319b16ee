// A histogram as few bytes: what the journal keeps. Exact, the least, greatest and sum included.
// Pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/histogram.h"

namespace assay::results {

// Empty for a histogram without values.
std::string to_blob(const engine::Histogram& histogram);

// The reverse. Throws Error on anything that to_blob did not write.
engine::Histogram from_blob(std::string_view blob);

}  // namespace assay::results
