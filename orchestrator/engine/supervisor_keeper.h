// The process above one started program: it adopts whatever the program leaves behind, so that all
// of it can be ended. Runs in the supervisor's fork, single-threaded.
#pragma once

#include <nlohmann/json.hpp>

namespace assay::engine {

// Starts the program and stays until it and all its descendants have ended; never returns.
// command: {"arguments": […], "variables": [[name, value], …], "log": path}.
// Sends over the channel {"started": pid} or {"error": text} first, then {"ended": status} once.
// Takes {"signal": number} for the program's process group and {"kill": true} for everything below;
// the channel's end means kill, too.
[[noreturn]] void keep_program(const nlohmann::json& command, int channel);

}  // namespace assay::engine
