// Ctrl-C as a flag: SIGINT, SIGTERM and SIGHUP ask the run to stop; blocks end early and the
// journal is kept.
#pragma once

#include <atomic>

namespace assay::cli {

// Installs the handlers, once. The flag becomes true at the first signal.
const std::atomic<bool>& stop_on_signal();

}  // namespace assay::cli
