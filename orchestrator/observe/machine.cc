#include "observe/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <optional>

#include "observe/clock_cost.h"
#include "observe/cpu.h"
#include "observe/jitter.h"
#include "observe/memory.h"
#include "observe/sleep_cost.h"
#include "observe/storage.h"
#include "observe/text_file.h"
#include "observe/virtualisation.h"

namespace assay::observe {

namespace {

using Json = nlohmann::json;

Json system_names() {
  Json json;

  struct utsname names {};

  ::uname(&names);
  json["kernel"] = fmt::format("{} {}", names.sysname, names.release);
  json["architecture"] = names.machine;
  const auto release = read_text("/etc/os-release");
  std::optional<std::string> name = release ? value_of(*release, "PRETTY_NAME") : std::nullopt;
  if (name && name->size() >= 2 && name->front() == '"' && name->back() == '"') {
    name = name->substr(1, name->size() - 2);
  }
  json["distribution"] = name ? Json(*name) : Json();
  return json;
}

std::string memory_text(const Json& machine) {
  const auto bytes = machine.find("memory_bytes");
  if (bytes == machine.end() || !bytes->is_number()) {
    return "unknown";
  }
  return fmt::format("{:.1f} GiB", bytes->get<double>() / (1024.0 * 1024.0 * 1024.0));
}

std::string text_of(const Json& machine, const char* field) {
  const auto found = machine.find(field);
  if (found == machine.end() || found->is_null()) {
    return "unknown";
  }
  return found->is_string() ? found->get<std::string>() : found->dump();
}

}  // namespace

Json machine(const std::filesystem::path& data_folder, std::chrono::nanoseconds jitter_sample) {
  Json json = system_names();
  // Jitter before storage: a device still busy with our own syncs would be counted as the
  // machine's.
  for (const Json& part :
       {cpu("/"), memory("/"), virtualisation("/", systemd_detect_virt()), clock_cost("/"),
        sleep_cost(), jitter(jitter_sample), storage(data_folder)}) {
    json.update(part);
  }
  return json;
}

std::string fingerprint(const Json& machine) {
  return fmt::format("CPU: {}\nCPUs: {}\nmemory: {}\nkernel: {}\ndevice: {}\nfile system: {}\n",
                     text_of(machine, "cpu_model"), text_of(machine, "cpu_count"),
                     memory_text(machine), text_of(machine, "kernel"), text_of(machine, "device"),
                     text_of(machine, "file_system"));
}

}  // namespace assay::observe
