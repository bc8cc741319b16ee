// CPU, memory and disk figures of processes, from /proc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace assay::observe {

struct ProcessSample {
  double cpu_seconds = 0;           // user and system, of the process and its waited-for children
  std::int64_t rss_bytes = 0;       // now
  std::int64_t peak_rss_bytes = 0;  // since its start
  std::int64_t read_bytes = 0;      // from /proc/PID/io; 0 where it may not be read
  std::int64_t written_bytes = 0;
};

// nullopt when there is no such process.
std::optional<ProcessSample> sample_process(pid_t pid);

// The process with all its descendants, added up.
std::optional<ProcessSample> sample_tree(pid_t pid);

}  // namespace assay::observe
