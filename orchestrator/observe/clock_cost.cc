#include "observe/clock_cost.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "observe/text_file.h"

namespace assay::observe {

namespace {

using Clock = std::chrono::steady_clock;

double reading_ns() {
  constexpr int batches = 20;
  constexpr int readings = 5000;
  double best = std::numeric_limits<double>::max();
  for (int batch = 0; batch < batches; ++batch) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point end = begin;
    for (int reading = 0; reading < readings; ++reading) {
      end = Clock::now();
    }
    best = std::min(best, std::chrono::duration<double, std::nano>(end - begin).count() / readings);
  }
  return best;
}

std::int64_t step_ns() {
  constexpr int steps = 2000;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int step = 0; step < steps; ++step) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point end = begin;
    while (end == begin) {
      end = Clock::now();
    }
    least = std::min(
        least,
        std::int64_t{std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count()});
  }
  return least;
}

}  // namespace

nlohmann::json clock_cost(const std::filesystem::path& root) {
  const auto source =
      first_line(root / "sys/devices/system/clocksource/clocksource0/current_clocksource");
  nlohmann::json json;
  json["clock_source"] = source ? nlohmann::json(*source) : nullptr;
  json["clock_ns"] = reading_ns();
  json["clock_step_ns"] = step_ns();
  return json;
}

}  // namespace assay::observe
