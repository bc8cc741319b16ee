// A small run with figures chosen by hand, for testing what reports print.
#pragma once

#include <string>
#include <vector>

#include "results/run.h"

namespace assay::report::test {

// A cell of backend and payload with one repeat a given rate; p50 is 1e9 / rate ns in each.
results::CellResult cell(const std::string& backend, int payload, const std::vector<double>& rates);

// Backends "lean" and "rich" at payloads 10 and 1000, six rounds, one table "throughput" with
// baseline rich:
//   payload 10    lean twice as fast as rich in every round
//   payload 1000  not to be told apart
// analysed, ready for reporting.
results::Run sample();

}  // namespace assay::report::test
