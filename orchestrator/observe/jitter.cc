#include "observe/jitter.h"

#include <algorithm>

namespace assay::observe {

nlohmann::json jitter(std::chrono::nanoseconds duration) {
  using Clock = std::chrono::steady_clock;
  using Micros = std::chrono::duration<double, std::micro>;
  constexpr auto gap_counts_from = std::chrono::microseconds(5);
  const Clock::time_point begin = Clock::now();
  Clock::time_point before = begin;
  Clock::duration lost{0};
  Clock::duration longest{0};
  while (before - begin < duration) {
    const Clock::time_point now = Clock::now();
    const Clock::duration gap = now - before;
    lost += gap >= gap_counts_from ? gap : Clock::duration(0);
    longest = std::max(longest, gap);
    before = now;
  }
  return {{"jitter_sample_seconds", std::chrono::duration<double>(before - begin).count()},
          {"jitter_fraction", Micros(lost) / Micros(before - begin)},
          {"jitter_longest_us", Micros(longest).count()}};
}

}  // namespace assay::observe
