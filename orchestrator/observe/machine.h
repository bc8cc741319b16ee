// What machine this is, for reports and for refusing to resume on another. Any thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace assay::observe {

// One flat object. The system: kernel, architecture, distribution, and what cpu.h, memory.h,
// virtualisation.h, clock_cost.h, sleep_cost.h, storage.h and jitter.h list, among it the measured
// clock_ns, sync_p50_us, sync_p99_us, jitter_sample_seconds, jitter_fraction, jitter_longest_us.
// Takes about half a second (two and a half where syncs are slow) and jitter_sample, for which a
// thread spins. Unknown figures are null. Throws Error when the folder cannot be written.
nlohmann::json machine(const std::filesystem::path& data_folder,
                       std::chrono::nanoseconds jitter_sample = std::chrono::milliseconds(500));

// The part that must be equal for a resume: CPU, memory (to 0.1 GiB), kernel, device, file system;
// as one text a line per item, each "name: value". Read from the JSON above; what is missing there
// is "unknown".
std::string fingerprint(const nlohmann::json& machine);

// "ext4", "tmpfs", …: the file system a folder is on; "unknown" where it cannot be told.
std::string file_system(const std::filesystem::path& folder);

// Whether what such a file system holds is gone when the power is.
bool in_memory(const std::string& file_system);

}  // namespace assay::observe
