#include "observe/sleep_cost.h"

#include <sys/prctl.h>

#include <chrono>
#include <ctime>
#include <vector>

#include "observe/storage.h"

namespace assay::observe {

nlohmann::json sleep_cost() {
  using Clock = std::chrono::steady_clock;
  using Micros = std::chrono::duration<double, std::micro>;
  constexpr int sleeps = 200;
  constexpr timespec asked{0, 100'000};

  std::vector<double> late_us;
  late_us.reserve(sleeps);
  for (int index = 0; index < sleeps; ++index) {
    const Clock::time_point begin = Clock::now();
    ::clock_nanosleep(CLOCK_MONOTONIC, 0, &asked, nullptr);
    late_us.push_back(
        Micros(Clock::now() - begin - std::chrono::nanoseconds(asked.tv_nsec)).count());
  }
  const int slack = ::prctl(PR_GET_TIMERSLACK);
  return {{"timer_slack_ns", slack >= 0 ? nlohmann::json(slack) : nlohmann::json()},
          {"sleep_late_p50_us", quantile_of(late_us, 0.5)},
          {"sleep_late_p99_us", quantile_of(late_us, 0.99)}};
}

}  // namespace assay::observe
