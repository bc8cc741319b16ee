// What machine this is, for reports and for refusing to resume on another.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::observe {

// CPU model, count and governor, memory, kernel, distribution, virtualisation, clock source; the
// data folder's file system and device; measured: clock cost (clock_ns), smallest clock step, sync
// cost of the data folder (sync_p50_us, sync_p99_us: 200 x 4 KiB write and fdatasync), jitter of a
// spinning thread (jitter_fraction, jitter_longest_us over 200 ms). Takes about half a second.
// Unknown figures are null. Throws Error when the folder cannot be written.
nlohmann::json machine(const std::filesystem::path& data_folder);

// The part that must be equal for a resume: CPU, memory, kernel, device, file system; as one text a
// line per item. Read from the JSON above.
std::string fingerprint(const nlohmann::json& machine);

// Sources of bias found in it, each one sentence for the report.
std::vector<std::string> biases(const nlohmann::json& machine);

// "ext4", "tmpfs", …: the file system a folder is on.
std::string file_system(const std::filesystem::path& folder);

}  // namespace assay::observe
