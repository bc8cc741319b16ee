// What lies between the program and the hardware. Any thread.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace assay::observe {

// virtualisation: "none", or the hypervisor's name ("kvm", "xen", "vmware", …), or
// "virtual machine" where only that is known; container: "docker", "podman" or null;
// docker_bridge: whether the network bridge of a container service exists.
// `root` is "/" but in tests; `detected` is what systemd-detect-virt --vm says, empty without it.
nlohmann::json virtualisation(const std::filesystem::path& root, const std::string& detected);

// Runs systemd-detect-virt --vm where it is installed; empty otherwise.
std::string systemd_detect_virt();

}  // namespace assay::observe
