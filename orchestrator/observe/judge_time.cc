// Judges of what the clock and the scheduler do to a single thread.
#include <fmt/format.h>

#include "observe/judges.h"

namespace assay::observe {

using Json = nlohmann::json;

Judgement judge_jitter(const Json& machine) {
  const char* const subject = "jitter";
  const auto fraction = figure(machine, "jitter_fraction");
  if (!fraction) {
    return unknown(subject);
  }
  const auto sample = figure(machine, "jitter_sample_seconds");
  const std::string lost =
      fmt::format("spinning thread lost {:.2g} % of {}, {:.0f} µs at the longest", *fraction * 100,
                  sample ? fmt::format("{:.1f} s", *sample) : "its time",
                  figure(machine, "jitter_longest_us").value_or(0));
  if (*fraction < 0.01) {
    return fine(subject, "a " + lost);
  }
  return {subject, *fraction < 0.05 ? Weight::notable : Weight::serious, "A " + lost,
          "high percentiles are partly the machine's own, and rarer stalls do not show in so short "
          "a sample",
          "end what else runs, or measure on a machine of your own"};
}

Judgement judge_clock(const Json& machine) {
  const char* const subject = "clock";
  const auto cost = figure(machine, "clock_ns");
  if (!cost) {
    return unknown(subject);
  }
  const std::string source = text(machine, "clock_source").value_or("unknown");
  if (*cost < 100) {
    return fine(subject, fmt::format("{:.0f} ns a reading, source {}", *cost, source));
  }
  return {subject, *cost < 300 ? Weight::notable : Weight::serious,
          fmt::format("Reading the clock takes {:.0f} ns with clock source {}", *cost, source),
          "every operation carries two such readings",
          "choose the source tsc or kvm-clock where the machine offers it "
          "(/sys/devices/system/clocksource/clocksource0)"};
}

Judgement judge_sleep(const Json& machine) {
  const char* const subject = "timers";
  const auto late = figure(machine, "sleep_late_p50_us");
  const auto tail = figure(machine, "sleep_late_p99_us");
  if (!late || !tail) {
    return unknown(subject);
  }
  std::string found =
      fmt::format("sleep of 100 µs ends {:.0f} µs late, {:.0f} µs at p99", *late, *tail);
  if (const auto slack = figure(machine, "timer_slack_ns")) {
    found += fmt::format(" (timer slack {:.0f} µs)", *slack / 1000);
  }
  if (*late < 150) {
    return fine(subject, "a " + found);
  }
  return {subject, Weight::notable, "A " + found,
          "systems that wait by timers answer late, and operations of an open load can start late",
          "end what else runs, or use a kernel with high resolution timers"};
}

}  // namespace assay::observe
