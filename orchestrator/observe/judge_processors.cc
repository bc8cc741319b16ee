// Judges of the processors, and of who else is on them.
#include <fmt/format.h>

#include "observe/judges.h"

namespace assay::observe {

using Json = nlohmann::json;

Judgement judge_steal(const Json& machine) {
  const char* const subject = "stolen time";
  const auto fraction = figure(machine, "steal_fraction");
  if (!fraction) {
    return unknown(subject);
  }
  if (*fraction < 0.005) {
    return fine(subject, fmt::format("{:.1f} % of the CPU time since boot", *fraction * 100));
  }
  return {subject, *fraction < 0.05 ? Weight::notable : Weight::serious,
          fmt::format("The hypervisor has given {:.1f} % of the CPU time since boot to others",
                      *fraction * 100),
          "rates vary with what they do", "use a machine with dedicated CPUs"};
}

Judgement judge_load(const Json& machine) {
  const char* const subject = "load";
  const auto load = figure(machine, "load_average_1m");
  if (!load) {
    return unknown(subject);
  }
  if (*load < 0.5) {
    return fine(subject, fmt::format("{:.2f} over the last minute", *load));
  }
  const double cpus = figure(machine, "cpu_count").value_or(1);
  return {subject, *load < cpus / 2 ? Weight::notable : Weight::serious,
          fmt::format("The load average over the minute before was {:.1f}", *load),
          "the CPUs were in use then, by a build of Assay itself or by something else",
          "if that still runs while you measure, end it and measure again"};
}

Judgement judge_cpus(const Json& machine) {
  const char* const subject = "CPUs";
  const auto count = figure(machine, "cpu_allowed");
  if (!count) {
    return unknown(subject);
  }
  if (*count > 2) {
    return fine(subject, fmt::format("{:.0f} may be used", *count));
  }
  return {subject, Weight::notable,
          fmt::format("A run may use {:.0f} CPU{} here", *count, *count == 1 ? "" : "s"),
          "threads and processes beyond that number, those of a server included, wait for each "
          "other",
          "read rates of such cells as those of all parts together, and use more CPUs to tell them "
          "apart"};
}

Judgement judge_quota(const Json& machine) {
  const char* const subject = "CPU quota";
  if (!machine.contains("cpu_quota_cores")) {
    return unknown(subject);
  }
  const auto cores = figure(machine, "cpu_quota_cores");
  if (!cores) {
    return fine(subject, "none");
  }
  return {subject, Weight::serious,
          fmt::format("A quota of {:.2f} cores holds for this control group", *cores),
          "the kernel stalls everything in it when it is used up, which shows in the tails",
          "lift the quota or give CPUs by cpuset"};
}

Judgement judge_governor(const Json& machine) {
  const char* const subject = "CPU governor";
  const auto governor = text(machine, "cpu_governor");
  if (!governor) {
    return unknown(subject);
  }
  if (*governor == "performance") {
    return fine(subject, *governor);
  }
  return {subject, Weight::notable, fmt::format("The CPU frequency governor is {}", *governor),
          "light loads run at a lower clock than heavy ones",
          "set it to performance (cpupower frequency-set -g performance)"};
}

Judgement judge_turbo(const Json& machine) {
  const char* const subject = "turbo";
  const auto on = truth(machine, "cpu_turbo");
  if (!on) {
    return unknown(subject);
  }
  if (!*on) {
    return fine(subject, "off");
  }
  return {subject, Weight::notable, "Turbo is on",
          "the clock depends on temperature and on how many cores are busy",
          "turn it off for comparisons over time (echo 1 > "
          "/sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > "
          "/sys/devices/system/cpu/cpufreq/boost)"};
}

Judgement judge_virtualisation(const Json& machine) {
  const char* const subject = "virtual machine";
  const auto hypervisor = text(machine, "virtualisation");
  if (!hypervisor) {
    return unknown(subject);
  }
  if (*hypervisor == "none") {
    return fine(subject, "no");
  }
  return {subject, Weight::notable, fmt::format("This is a virtual machine ({})", *hypervisor),
          "neighbours can take CPU, disk and cache unseen",
          "repeat the run at another hour before trusting small differences"};
}

Judgement judge_bridge(const Json& machine) {
  const char* const subject = "container bridge";
  const auto bridge = truth(machine, "docker_bridge");
  if (!bridge) {
    return unknown(subject);
  }
  if (!*bridge) {
    return fine(subject, "none");
  }
  return {subject, Weight::notable, "The network bridge of Docker exists",
          "its packet filters cost native servers speed too",
          "stop Docker and remove the bridge before measuring native servers over TCP"};
}

}  // namespace assay::observe
