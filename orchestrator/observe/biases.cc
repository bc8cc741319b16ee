#include <fmt/format.h>

#include <optional>

#include "observe/machine.h"

namespace assay::observe {

namespace {

using Json = nlohmann::json;
using Sentence = std::optional<std::string>;

std::optional<double> figure(const Json& machine, const char* field) {
  const auto found = machine.find(field);
  return found != machine.end() && found->is_number() ? std::optional(found->get<double>())
                                                      : std::nullopt;
}

std::string text(const Json& machine, const char* field) {
  const auto found = machine.find(field);
  return found != machine.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<bool> truth(const Json& machine, const char* field) {
  const auto found = machine.find(field);
  return found != machine.end() && found->is_boolean() ? std::optional(found->get<bool>())
                                                       : std::nullopt;
}

Sentence volatile_storage(const Json& machine) {
  const std::string name = text(machine, "file_system");
  if (!in_memory(name)) {
    return std::nullopt;
  }
  return fmt::format(
      "The data folder is on {}, which is memory: syncs cost nothing there and nothing survives a "
      "power loss; use a folder on a disk for durability levels above none.",
      name);
}

Sentence sync_not_credible(const Json& machine) {
  const auto p50 = figure(machine, "sync_p50_us");
  if (volatile_storage(machine) || !p50 || truth(machine, "sync_credible") != false) {
    return std::nullopt;
  }
  return fmt::format(
      "A 4 KiB write with fdatasync takes {:.0f} µs in the data folder, less than a disk can do "
      "whose cache does not outlive a power loss: either this one's does, or it answers before the "
      "data is safe; find out which before believing durability `power` here.",
      *p50);
}

Sentence much_jitter(const Json& machine) {
  const auto fraction = figure(machine, "jitter_fraction");
  if (!fraction || *fraction < 0.01) {
    return std::nullopt;
  }
  const auto sample = figure(machine, "jitter_sample_seconds");
  return fmt::format(
      "Before the run a spinning thread lost {:.1f} % of {}, {:.0f} µs at the longest (rarer "
      "stalls "
      "do not show in so short a sample): high percentiles are partly the machine's own; end what "
      "else runs, or measure on a machine of your own.",
      *fraction * 100, sample ? fmt::format("{:.1f} s", *sample) : "its time",
      figure(machine, "jitter_longest_us").value_or(0));
}

Sentence virtual_machine(const Json& machine) {
  const std::string name = text(machine, "virtualisation");
  if (name.empty() || name == "none") {
    return std::nullopt;
  }
  return fmt::format(
      "This is a virtual machine ({}): neighbours can take CPU, disk and cache unseen; repeat the "
      "run at another hour before trusting small differences.",
      name);
}

Sentence stolen_time(const Json& machine) {
  const auto fraction = figure(machine, "steal_fraction");
  if (!fraction || *fraction < 0.005) {
    return std::nullopt;
  }
  return fmt::format(
      "The hypervisor has given {:.1f} % of the CPU time since boot to others: rates vary with "
      "what they do; use a machine with dedicated CPUs.",
      *fraction * 100);
}

Sentence busy_machine(const Json& machine) {
  const auto load = figure(machine, "load_average_1m");
  if (!load || *load < 0.5) {
    return std::nullopt;
  }
  return fmt::format(
      "The load average over the minute before the run was {:.1f}: the CPUs were in use then, by a "
      "build of Assay itself or by something else; if that still ran during the run, end it and "
      "run again.",
      *load);
}

Sentence few_cpus(const Json& machine) {
  const auto count = figure(machine, "cpu_allowed");
  if (!count || *count > 2) {
    return std::nullopt;
  }
  return fmt::format(
      "The run may use {:.0f} CPU{}: threads and processes beyond that number, those of a server "
      "included, wait for each other; read rates of such cells as those of all parts together, and "
      "use more CPUs to tell them apart.",
      *count, *count == 1 ? "" : "s");
}

Sentence cpu_quota(const Json& machine) {
  const auto cores = figure(machine, "cpu_quota_cores");
  if (!cores) {
    return std::nullopt;
  }
  return fmt::format(
      "A quota of {:.2f} cores holds for this control group: the kernel stalls everything in it "
      "when it is used up, which shows in the tails; lift the quota or give CPUs by cpuset.",
      *cores);
}

Sentence governor(const Json& machine) {
  const std::string name = text(machine, "cpu_governor");
  if (name.empty() || name == "performance") {
    return std::nullopt;
  }
  return fmt::format(
      "The CPU frequency governor is {}: light loads run at a lower clock than heavy ones; set it "
      "to performance (cpupower frequency-set -g performance).",
      name);
}

Sentence turbo(const Json& machine) {
  if (truth(machine, "cpu_turbo") != true) {
    return std::nullopt;
  }
  return "Turbo is on: the clock depends on temperature and on how many cores are busy; turn it "
         "off "
         "for comparisons over time.";
}

Sentence swap_in_use(const Json& machine) {
  const auto used = figure(machine, "swap_used_bytes");
  if (!used || *used <= 0) {
    return std::nullopt;
  }
  return fmt::format(
      "{:.0f} MiB are swapped out: a page that comes back from disk is a long latency; free memory "
      "or turn swap off (swapoff -a).",
      *used / (1024.0 * 1024.0));
}

Sentence slow_clock(const Json& machine) {
  const auto cost = figure(machine, "clock_ns");
  if (!cost || *cost < 100) {
    return std::nullopt;
  }
  return fmt::format(
      "Reading the clock takes {:.0f} ns with clock source {}: every operation carries two such "
      "readings; choose the source tsc or kvm-clock where the machine offers it.",
      *cost, text(machine, "clock_source"));
}

Sentence huge_pages(const Json& machine) {
  if (text(machine, "transparent_huge_pages") != "always") {
    return std::nullopt;
  }
  return "Transparent huge pages are on for all programs: servers that fork to save their data "
         "copy "
         "more memory and stall longer; set them to madvise.";
}

Sentence container_bridge(const Json& machine) {
  if (truth(machine, "docker_bridge") != true) {
    return std::nullopt;
  }
  return "The network bridge of Docker exists: its packet filters cost native servers speed too; "
         "stop Docker and remove the bridge before measuring native servers over TCP.";
}

}  // namespace

std::vector<std::string> biases(const Json& machine) {
  std::vector<std::string> found;
  for (const auto& check : {volatile_storage, sync_not_credible, much_jitter, virtual_machine,
                            stolen_time, busy_machine, few_cpus, cpu_quota, governor, turbo,
                            swap_in_use, slow_clock, huge_pages, container_bridge}) {
    if (const Sentence sentence = check(machine)) {
      found.push_back(*sentence);
    }
  }
  return found;
}

}  // namespace assay::observe
