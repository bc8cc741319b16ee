// How much of a thread's time the machine takes away. Any thread.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>

namespace assay::observe {

// Reads the clock without pause for a while, jitter_sample_seconds: what is rarer than that need
// not show. jitter_fraction: the share of the time that went by in gaps of 5 µs and more between
// two readings (interrupts, other processes, the hypervisor); jitter_longest_us: the longest gap.
nlohmann::json jitter(std::chrono::nanoseconds duration);

}  // namespace assay::observe
