// The measured part of a worker's life: all threads run their loops over one window, while the
// calling thread watches them and the process's resources.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "engine/resources.h"
#include "engine/tally.h"
#include "engine/worker_crew.h"
#include "wire/worker.pb.h"

namespace assay::engine {

struct RunPlan {
  std::string plugin;  // its name, for messages
  wire::Window window;
  std::uint32_t depth = 0;
  std::chrono::nanoseconds deadline{};  // of one operation
};

struct RunEnd {
  std::string error;  // empty: tally and resources hold
  bool hung = false;  // a thread sits in an operation and will not come back
  Tally tally;        // of all threads
  Resources resources;
};

// What a thread may be late over the deadline of an operation before it counts as hung: plugins
// need the time to see their own deadline pass.
inline constexpr std::chrono::seconds deadline_margin{1};

// Runs the loops on the crew's threads. Calls `tick` about four times a second with the operations
// finished since the start; when it returns false the run ends early with an error.
RunEnd run_window(Crew& crew, const RunPlan& plan, const std::function<bool(std::uint64_t)>& tick);

}  // namespace assay::engine
