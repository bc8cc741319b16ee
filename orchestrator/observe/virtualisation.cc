#include "observe/virtualisation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <optional>
#include <utility>

#include "observe/text_file.h"
#include "process/run_program.h"

namespace assay::observe {

namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

std::optional<std::string> by_firmware(const fs::path& root) {
  constexpr std::array<std::pair<const char*, const char*>, 9> names{{
      {"kvm", "kvm"},
      {"qemu", "qemu"},
      {"vmware", "vmware"},
      {"virtualbox", "virtualbox"},
      {"innotek", "virtualbox"},
      {"xen", "xen"},
      {"amazon ec2", "kvm (Amazon EC2)"},
      {"google compute engine", "kvm (Google Compute Engine)"},
      {"microsoft corporation virtual machine", "hyper-v"},
  }};
  const fs::path folder = root / "sys/class/dmi/id";
  const std::string text = lower(first_line(folder / "sys_vendor").value_or("") + " " +
                                 first_line(folder / "product_name").value_or(""));
  for (const auto& [sign, name] : names) {
    if (text.find(sign) != std::string::npos) {
      return name;
    }
  }
  return std::nullopt;
}

bool flag_of_hypervisor(const fs::path& root) {
  const std::string text = read_text(root / "proc/cpuinfo").value_or("");
  const std::string flags = " " + value_of(text, "flags").value_or("") + " ";
  return flags.find(" hypervisor ") != std::string::npos;
}

std::string hypervisor(const fs::path& root, const std::string& detected) {
  if (const auto type = first_line(root / "sys/hypervisor/type")) {
    return *type;
  }
  if (const auto name = by_firmware(root)) {
    // An EC2 machine without a hypervisor names itself the same way.
    return name->starts_with("kvm (") && !flag_of_hypervisor(root) ? "none" : *name;
  }
  if (!detected.empty() && detected != "none") {
    return detected;
  }
  return flag_of_hypervisor(root) ? "virtual machine" : "none";
}

nlohmann::json container(const fs::path& root) {
  std::error_code error;
  if (fs::exists(root / ".dockerenv", error)) {
    return "docker";
  }
  if (fs::exists(root / "run/.containerenv", error)) {
    return "podman";
  }
  return nullptr;
}

}  // namespace

std::string systemd_detect_virt() {
  const char* const program = "/usr/bin/systemd-detect-virt";
  std::error_code error;
  if (!fs::exists(program, error)) {
    return {};
  }
  // It ends with a code when there is none; what it prints counts.
  std::string name;
  process::run_program({program, "--vm"}, std::chrono::seconds(5), [&](std::string_view line) {
    if (name.empty()) {
      name = line;
    }
  });
  return name;
}

nlohmann::json virtualisation(const fs::path& root, const std::string& detected) {
  std::error_code error;
  nlohmann::json json;
  json["virtualisation"] = hypervisor(root, detected);
  json["container"] = container(root);
  json["docker_bridge"] = fs::exists(root / "sys/class/net/docker0", error);
  return json;
}

}  // namespace assay::observe
