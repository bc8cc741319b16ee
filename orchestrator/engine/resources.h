// CPU, memory and disk of one part of a block over the measured window. Plain values.
#pragma once

#include <cstdint>

namespace assay::engine {

struct Resources {
  double cpu_seconds = 0;
  std::int64_t rss_bytes = 0;   // the greatest seen
  std::int64_t read_bytes = 0;  // that reached the storage layer
  std::int64_t written_bytes = 0;
};

}  // namespace assay::engine
