// CPU, memory and disk figures of processes, from /proc. Any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::observe {

struct ProcessSample {
  double cpu_seconds = 0;  // user and system, of the process and its waited-for children; in clock
                           // ticks, 10 ms on most kernels
  std::int64_t rss_bytes = 0;       // now
  std::int64_t peak_rss_bytes = 0;  // since its start
  std::int64_t read_bytes = 0;      // from /proc/PID/io; 0 where it may not be read
  std::int64_t written_bytes = 0;
};

// nullopt when there is no such process.
std::optional<ProcessSample> sample_process(pid_t pid);

// A process with all its descendants, added up (the peak is the sum of their peaks, so an upper
// bound).
struct TreeSample : ProcessSample {
  std::vector<pid_t> members;  // the process itself included
};

// nullopt when there is no such process. Reads all of /proc, which takes a millisecond and more. A
// process that ends and is waited for moves its CPU time to its parent: the tree is read again when
// that happened in between, so that no time is counted twice or lost. Descendants whose parent has
// died are not found.
std::optional<TreeSample> sample_tree(pid_t pid);

// What those of the processes that are there occupy now, added up.
std::int64_t rss_bytes(std::span<const pid_t> pids);

}  // namespace assay::observe
