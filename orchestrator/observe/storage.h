// Where a folder lives and what making a write durable costs there. Any thread.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace assay::observe {

struct Mount {
  std::string file_system;  // "ext4"
  std::string device;       // "/dev/vda", "tmpfs"
  std::string options;      // "rw,relatime"
};

// The mount an absolute path is on, by the text of /proc/self/mountinfo. nullopt: none matches.
std::optional<Mount> mount_of(const std::filesystem::path& path, const std::string& mountinfo);

// Durations of 4 KiB writes, each followed by fdatasync, over a file that exists already, in µs and
// in their order: 200, or as many as fit in two seconds. Throws Error when the folder cannot be
// written.
std::vector<double> sync_costs_us(const std::filesystem::path& folder);

// Nearest rank. REQUIRES: values is not empty, 0 < quantile <= 1.
double quantile_of(std::vector<double> values, double quantile);

// file_system, device, mount_options, rotational, disk_free_bytes, sync_p50_us, sync_p99_us,
// sync_credible: false where p50 is so short that no device can have been waited for.
nlohmann::json storage(const std::filesystem::path& folder);

}  // namespace assay::observe
