#include "host/paths.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/types.h"

namespace assay::host {
namespace {

namespace fs = std::filesystem;

fs::path program_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

}  // namespace

fs::path worker_file() {
  fs::path file = program_folder() / "assay-worker";
  if (!fs::is_regular_file(file)) {
    throw Error(
        fmt::format("the worker program is missing: {} is not there; build the target assay-worker "
                    "or install Assay again",
                    file.string()));
  }
  return file;
}

std::vector<fs::path> plugin_folders(const std::vector<fs::path>& extra) {
  std::vector<fs::path> folders;
  const auto add = [&folders](const fs::path& folder) {
    fs::path absolute = fs::canonical(folder);
    if (std::find(folders.begin(), folders.end(), absolute) == folders.end()) {
      folders.push_back(std::move(absolute));
    }
  };
  for (const fs::path& folder : extra) {
    if (!fs::is_directory(folder)) {
      throw Error(fmt::format("the plugin path {} is no folder; give the folder that holds the "
                              "assay-NAME.so files",
                              folder.string()),
                  ExitCode::wrong_usage);
    }
    add(folder);
  }
  const fs::path own = program_folder().parent_path() / "lib" / "assay" / "plugins";
  if (fs::is_directory(own)) {
    add(own);
  }
  return folders;
}

}  // namespace assay::host
