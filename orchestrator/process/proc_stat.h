// What /proc tells about which processes there are. Stateless, safe from any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::process {

// Fields of /proc/PID/stat, see proc(5).
struct ProcStat {
  char state = 0;  // 'R', 'S', 'Z', …
  pid_t parent = 0;
  std::uint64_t cpu_ticks = 0;      // user and system, of itself and the children it has waited for
  std::uint64_t started_ticks = 0;  // since boot; with the id it names one process for good
};

// nullopt when there is no such process.
std::optional<ProcStat> proc_stat(pid_t pid);

// All processes there are now, in no order. One forked while this runs may be missing.
std::vector<pid_t> all_processes();

}  // namespace assay::process
