// The processes below a process, as /proc tells. Stateless, safe from any thread.
#pragma once

#include <sys/types.h>

#include <vector>

namespace assay::engine {

// All descendants of a process, itself excluded, those that wait to be reaped excluded, parents
// before their children. A process forked while this runs may be missing: whoever kills repeats.
std::vector<pid_t> descendants(pid_t root);

}  // namespace assay::engine
