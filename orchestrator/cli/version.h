// What this build is.
#pragma once

#include <string>

namespace assay::cli {

// "0.1"
std::string version();

// "g++ 12.2.0, Release"
std::string compiler();

// "assay 0.1 (g++ 12.2.0, Release)"
std::string version_text();

}  // namespace assay::cli
