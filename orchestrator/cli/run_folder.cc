#include "cli/run_folder.h"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>

#include "assay/types.h"
#include "engine/memory_limit.h"
#include "observe/machine.h"

namespace assay::cli {
namespace {

// What follows the time in a run's id.
std::string id_end(const matrix::Matrix& matrix) {
  return fmt::format("-{}-{}", matrix.name, matrix.seed);
}

}  // namespace

std::string now_iso8601() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string run_id(const matrix::Matrix& matrix) {
  return fmt::format("{:%Y%m%dT%H%M%S}{}", fmt::gmtime(std::time(nullptr)), id_end(matrix));
}

void create_run_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  std::string reason = failure.message();
  if (!failure) {
    const std::filesystem::path probe = folder / ".writable";
    {
      std::ofstream file(probe);
      file << "probe" << std::flush;
      if (file) {
        failure.clear();
      } else {
        failure = std::error_code(errno, std::generic_category());
        reason = std::strerror(errno);
      }
    }
    std::error_code ignored;
    std::filesystem::remove(probe, ignored);
  }
  if (failure) {
    throw Error(fmt::format("the run's folder {} cannot be written: {}; give another with --out",
                            folder.string(), reason));
  }
}

std::filesystem::path latest_run(const std::filesystem::path& runs, const matrix::Matrix& matrix) {
  const std::string end = id_end(matrix);
  std::filesystem::path latest;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(runs, ignored)) {
    const std::string name = entry.path().filename().string();
    // A time holds no dash, so that a matrix whose name only ends alike is another.
    if (name.ends_with(end) && name.find('-') == name.size() - end.size() &&
        std::filesystem::exists(entry.path() / "journal.sqlite") &&
        (latest.empty() || name > latest.filename().string())) {
      latest = entry.path();
    }
  }
  if (latest.empty()) {
    throw Error(fmt::format("there is no run of '{}' with seed {} in {} to resume; give its folder "
                            "with --out",
                            matrix.name, matrix.seed, runs.string()),
                ExitCode::wrong_usage);
  }
  return latest;
}

void refuse_power_in_memory(const matrix::Matrix& matrix, const std::filesystem::path& folder) {
  const auto wants =
      std::find_if(matrix.cells.begin(), matrix.cells.end(),
                   [](const matrix::Cell& cell) { return cell.durability == Durability::power; });
  if (wants == matrix.cells.end()) {
    return;
  }
  const std::string file_system = observe::file_system(std::filesystem::weakly_canonical(folder));
  if (observe::in_memory(file_system)) {
    throw Error(fmt::format(
        "durability power, which {} asks for, cannot be had in {}: it is on {}, which a power loss "
        "empties; choose a folder on a disk with --out, or another durability",
        wants->id, folder.string(), file_system));
  }
}

void refuse_memory_limits_without_groups(const matrix::Matrix& matrix) {
  if (std::any_of(matrix.cells.begin(), matrix.cells.end(),
                  [](const matrix::Cell& cell) { return cell.memory_bytes > 0; })) {
    engine::memory_groups();
  }
}

std::optional<std::filesystem::path> keep_logs(const std::filesystem::path& logs,
                                               const std::filesystem::path& run_folder,
                                               const std::string& name) {
  std::error_code failure;
  const std::filesystem::directory_iterator files(logs, failure);
  if (failure || std::all_of(begin(files), end(files), [](const auto& file) {
        std::error_code ignored;
        return file.file_size(ignored) == 0;
      })) {
    return std::nullopt;
  }
  const std::filesystem::path kept = std::filesystem::path("logs") / name;
  std::filesystem::create_directories(run_folder / "logs", failure);
  std::filesystem::rename(logs, run_folder / kept, failure);
  return failure ? std::nullopt : std::optional(kept);
}

}  // namespace assay::cli
