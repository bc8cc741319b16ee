// Where a run's files are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "matrix/matrix.h"

namespace assay::cli {

// The time now as ISO 8601 in UTC, "2026-11-30T12:14:56Z".
std::string now_iso8601();

// "20261130T121456-quick-1": time, matrix, seed.
std::string run_id(const matrix::Matrix& matrix);

// Creates a folder that a new run may write into. Throws Error (cannot_run_here) when it cannot be
// made or written, naming the reason.
void create_run_folder(const std::filesystem::path& folder);

// The newest folder of runs/ that holds a journal of this matrix and seed. Throws Error
// (wrong_usage).
std::filesystem::path latest_run(const std::filesystem::path& runs, const matrix::Matrix& matrix);

// Refuses (Error, cannot_run_here) a matrix that asks for durability power where the folder, which
// need not be there yet, is on a file system in memory.
void refuse_power_in_memory(const matrix::Matrix& matrix, const std::filesystem::path& folder);

// Refuses (Error, cannot_run_here) a matrix that limits memory where no control group can be made.
void refuse_memory_limits_without_groups(const matrix::Matrix& matrix);

// Moves a folder of logs to logs/NAME in the run's folder and returns that path; nullopt when
// nothing was logged or it cannot be moved.
std::optional<std::filesystem::path> keep_logs(const std::filesystem::path& logs,
                                               const std::filesystem::path& run_folder,
                                               const std::string& name);

}  // namespace assay::cli
