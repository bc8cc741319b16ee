// The processors and how far they are the run's own. Any thread.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace assay::observe {

// cpu_model, cpu_count (online), cpu_allowed (this process may use), cpu_quota_cores (of the
// control group), cpu_governor, cpu_turbo, load_average_1m, steal_fraction (since boot). Unknown
// figures are null. `root` is "/" but in tests.
nlohmann::json cpu(const std::filesystem::path& root);

}  // namespace assay::observe
