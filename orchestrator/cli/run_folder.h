// Where a run's files are.
#pragma once

#include <filesystem>
#include <string>

namespace assay::cli {

// The time now as ISO 8601 in UTC, "2026-11-30T12:14:56Z".
std::string now_iso8601();

// "20261130T121456-quick-1": time, matrix, seed.
std::string run_id(const std::string& matrix, std::uint64_t seed);

// Creates a folder that a new run may write into. Throws Error (cannot_run_here) when it cannot be
// made or written, naming the reason.
void create_run_folder(const std::filesystem::path& folder);

// The newest folder of runs/ that holds a journal of this matrix. Throws Error (wrong_usage).
std::filesystem::path latest_run(const std::filesystem::path& runs, const std::string& matrix);

}  // namespace assay::cli
