#include "observe/cpu.h"

#include <sched.h>
#include <unistd.h>

#include <optional>
#include <sstream>
#include <string>

#include "observe/text_file.h"

namespace assay::observe {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

Json model(const fs::path& root) {
  const std::string text = read_text(root / "proc/cpuinfo").value_or(std::string());
  // x86 says "model name"; ARM often only numbers.
  for (const char* key : {"model name", "Model", "CPU part"}) {
    if (const auto value = value_of(text, key)) {
      return *value;
    }
  }
  return nullptr;
}

Json allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof(set), &set) == 0 ? Json(CPU_COUNT(&set)) : Json();
}

Json quota(const fs::path& root) {
  const fs::path groups = root / "sys/fs/cgroup";
  std::optional<double> most, period;
  if (const auto line = first_line(groups / "cpu.max")) {
    most = number<double>(*line);
    period =
        number<double>(std::string_view(*line).substr(std::min(line->find(' ') + 1, line->size())));
  } else if (const auto first = first_line(groups / "cpu/cpu.cfs_quota_us")) {
    most = number<double>(*first);
    period = number<double>(first_line(groups / "cpu/cpu.cfs_period_us").value_or(std::string()));
  }
  return most && period && *most > 0 && *period > 0 ? Json(*most / *period) : Json();
}

Json turbo(const fs::path& root) {
  const fs::path folder = root / "sys/devices/system/cpu";
  if (const auto off = first_line(folder / "intel_pstate/no_turbo")) {
    return *off == "0";
  }
  if (const auto on = first_line(folder / "cpufreq/boost")) {
    return *on == "1";
  }
  return nullptr;
}

Json load(const fs::path& root) {
  const auto line = first_line(root / "proc/loadavg");
  const auto value = line ? number<double>(*line) : std::nullopt;
  return value ? Json(*value) : Json();
}

// "cpu user nice system idle iowait irq softirq steal guest guest_nice"; guest time is in user.
Json steal(const fs::path& root) {
  std::istringstream fields(first_line(root / "proc/stat").value_or(std::string()));
  std::string name;
  fields >> name;
  constexpr int steal_position = 7;
  double total = 0;
  for (int position = 0; position <= steal_position; ++position) {
    double ticks = 0;
    if (!(fields >> ticks)) {
      return nullptr;
    }
    total += ticks;
    if (position == steal_position) {
      return total > 0 ? Json(ticks / total) : Json();
    }
  }
  return nullptr;
}

}  // namespace

Json cpu(const fs::path& root) {
  Json json;
  json["cpu_model"] = model(root);
  json["cpu_count"] = ::sysconf(_SC_NPROCESSORS_ONLN);
  json["cpu_allowed"] = allowed();
  json["cpu_quota_cores"] = quota(root);
  json["cpu_governor"] =
      or_null(first_line(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  json["cpu_turbo"] = turbo(root);
  json["load_average_1m"] = load(root);
  json["steal_fraction"] = steal(root);
  return json;
}

}  // namespace assay::observe
