// The engine's own cost: what every figure of a run contains at the least.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>

#include "cli/plugins.h"
#include "engine/supervisor.h"

namespace assay::cli {

// Nanoseconds an operation of the closed loop takes when the system answers at once and nothing is
// verified: the plugin noop for a fifth of a second. nullopt when there is no such plugin or its
// block failed.
std::optional<double> engine_floor_ns(const Plugins& plugins, engine::Supervisor& supervisor,
                                      const std::filesystem::path& work_folder,
                                      const std::atomic<bool>& stop);

}  // namespace assay::cli
