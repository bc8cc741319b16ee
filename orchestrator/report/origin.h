// Where a run's figures come from, in a few words. Pure functions.
#pragma once

#include <string>

#include "results/run.h"

namespace assay::report {

// "Intel(R) Xeon(R) Processor @ 2.00GHz (2 CPUs), Linux 6.1.0, ext4"; unknown parts are left out.
std::string machine_words(const results::Run& run);

// "20261130T121456-quick-1, measured on MACHINE, 2026-11-30 12:14 UTC".
std::string origin(const results::Run& run);

}  // namespace assay::report
