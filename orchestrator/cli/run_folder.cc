#include "cli/run_folder.h"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>

#include "assay/types.h"

namespace assay::cli {

std::string now_iso8601() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string run_id(const std::string& matrix, std::uint64_t seed) {
  return fmt::format("{:%Y%m%dT%H%M%S}-{}-{}", fmt::gmtime(std::time(nullptr)), matrix, seed);
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

std::filesystem::path latest_run(const std::filesystem::path& runs, const std::string& matrix) {
  std::filesystem::path latest;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(runs, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find("-" + matrix + "-") != std::string::npos &&
        std::filesystem::exists(entry.path() / "journal.sqlite") &&
        (latest.empty() || name > latest.filename().string())) {
      latest = entry.path();
    }
  }
  if (latest.empty()) {
    throw Error(fmt::format("there is no run of '{}' in {} to resume; give its folder with --out",
                            matrix, runs.string()),
                ExitCode::wrong_usage);
  }
  return latest;
}

}  // namespace assay::cli
