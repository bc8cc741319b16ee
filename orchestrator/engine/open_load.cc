#include "engine/open_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "assay/types.h"

namespace assay::engine {
namespace {

using std::chrono_literals::operator""ms;

constexpr std::uint64_t late_at_most = 100;  // one operation of so many
constexpr double least_achieved = 0.99;
constexpr double shortest_seconds = 1e-9;
constexpr double least_growth = 1.1;
constexpr std::uint64_t fewest_in_part = 10;

void expect_punctual(double offered_per_second, std::chrono::nanoseconds late,
                     const Histogram& generator) {
  const std::uint64_t came_late = generator.count_over(late.count());
  if (came_late * late_at_most > generator.count()) {
    throw Error(
        fmt::format("the load generator was late: {} of {} operations were sent more than {} ms "
                    "after they were due and a slot was free, {:.1f} ms at the longest; offer a "
                    "lower rate than {:.6g}/s, or give the machine a CPU for it",
                    came_late, generator.count(), late / 1ms,
                    static_cast<double>(generator.max_ns()) / 1e6, offered_per_second));
  }
}

bool backlog_grows(const Tally& total) {
  double first = 0;
  double last = 0;
  for (std::size_t part = 0; part < window_parts; ++part) {
    if (total.part_operations[part] < fewest_in_part) {
      return false;
    }
    const double wait = static_cast<double>(total.part_waited_ns[part]) /
                        static_cast<double>(total.part_operations[part]);
    if (part == 0) {
      first = wait;
    } else if (wait <= last) {
      return false;
    }
    last = wait;
  }
  return last >= first * least_growth;
}

}  // namespace

OpenLoad open_load(double offered_per_second, std::chrono::nanoseconds window,
                   std::chrono::nanoseconds late, const Tally& total) {
  const std::uint64_t counted =
      std::accumulate(total.outcomes.begin(), total.outcomes.end(), std::uint64_t{0});
  OpenLoad open;
  open.offered_per_second = offered_per_second;
  open.due = counted + total.unsent;
  open.waited = total.waited;
  open.unsent = total.unsent;
  const double seconds = counted_seconds(total);
  const double window_seconds = std::chrono::duration<double>(window).count();
  const double started = static_cast<double>(counted) / static_cast<double>(open.due);
  const double punctual_seconds =
      std::max(seconds - static_cast<double>(total.lag_ns) / 1e9, shortest_seconds);
  open.achieved_share = started * window_seconds / seconds;
  open.overloaded = started * window_seconds / punctual_seconds < least_achieved;
  if (!open.overloaded) {
    expect_punctual(offered_per_second, late, total.generator);
    open.overloaded = open.achieved_share < least_achieved || backlog_grows(total);
  }
  open.generator = total.generator;
  return open;
}

}  // namespace assay::engine
