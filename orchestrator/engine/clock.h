// The one clock of every duration: CLOCK_MONOTONIC, in nanoseconds. Equal in all processes of a
// machine, so instants may be sent between them. The load loops take the clock as a template
// parameter, so that their tests run on simulated time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>

namespace assay::engine {

inline std::int64_t now_ns() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

struct SteadyClock {
  std::int64_t now() noexcept { return now_ns(); }

  // Returns at `ns`, at once when that has passed, or soon after stop is set.
  void sleep_until(std::int64_t ns, const std::atomic<bool>& stop) noexcept {
    constexpr std::int64_t slice_ns = 50'000'000;  // how late stop may be seen
    for (std::int64_t now = now_ns(); now < ns && !stop.load(std::memory_order_relaxed);
         now = now_ns()) {
      const std::int64_t until = std::min(ns, now + slice_ns);
      const timespec time{until / 1'000'000'000, until % 1'000'000'000};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
    }
  }
};

}  // namespace assay::engine
