// A limit on what a block's worker processes together may use, page cache included: a control group
// (version 1 or 2) of the run's own. One thread at a time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/supervisor.h"

namespace assay::engine {

// Where groups can be made, and how this system's version of them is written.
struct MemoryGroups {
  std::filesystem::path parent;
  bool unified = true;  // version 2
};

// Finds it by the text of /proc/self/mountinfo and /proc/self/cgroup and tries it out. Throws Error
// saying what is missing and what to do.
MemoryGroups memory_groups();

class MemoryLimit {
 public:
  // Makes the group, and has the supervisor remove it when the run ends in whatever way.
  // Throws Error.
  MemoryLimit(std::int64_t bytes, Supervisor& supervisor);

  // Removes the group. REQUIRES: its processes have ended.
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

  // Puts a process into the group; what it has in memory already stays charged elsewhere.
  // Throws Error.
  void add(pid_t process);

  // How many of its processes the kernel killed for want of memory.
  std::int64_t killed() const;

 private:
  MemoryGroups groups_;
  std::filesystem::path group_;
  Supervisor& supervisor_;
};

}  // namespace assay::engine
