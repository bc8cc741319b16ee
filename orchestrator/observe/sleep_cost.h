// How late timers wake a thread. Any thread.
#pragma once

#include <nlohmann/json.hpp>

namespace assay::observe {

// timer_slack_ns: by how much the kernel may put this thread's wake-ups off; sleep_late_p50_us and
// sleep_late_p99_us: by how much 200 sleeps of 100 µs ended late. Takes about 30 ms.
nlohmann::json sleep_cost();

}  // namespace assay::observe
