// The one clock of every duration: CLOCK_MONOTONIC, in nanoseconds. Equal in all processes of a
// machine, so instants may be sent between them.
#pragma once

#include <ctime>

#include <cstdint>

namespace assay::engine {

inline std::int64_t now_ns() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace assay::engine
