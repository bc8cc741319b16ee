// What reading the clock costs and how fine it is. Any thread.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace assay::observe {

// clock_source, clock_ns (one reading of steady_clock, the best of some batches), clock_step_ns
// (the smallest difference seen between two readings). `root` is "/" but in tests.
nlohmann::json clock_cost(const std::filesystem::path& root);

}  // namespace assay::observe
