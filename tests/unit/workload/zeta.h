// The sum that the zipfian frequencies are norms of, term by term.
#pragma once

#include <cmath>
#include <cstdint>

namespace assay::workload {

// The sum of 1 / i^theta for i in [1, n].
inline double zeta(std::uint64_t n, double theta) {
  double sum = 0;
  for (std::uint64_t i = 1; i <= n; ++i) {
    sum += std::pow(static_cast<double>(i), -theta);
  }
  return sum;
}

}  // namespace assay::workload
