#include "cli/plugins.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

#include "host/paths.h"

namespace assay::cli {

matrix::Vocabulary Plugins::vocabulary() const {
  matrix::Vocabulary vocabulary;
  for (const host::Found& each : found) {
    if (each.capabilities) {
      vocabulary.plugins.emplace(each.name, *each.capabilities);
    }
  }
  return vocabulary;
}

const host::Found& Plugins::at(const std::string& name) const {
  std::vector<std::string> names;
  for (const host::Found& each : found) {
    if (each.name == name) {
      if (!each.capabilities) {
        throw Error(each.error, ExitCode::cannot_run_here);
      }
      return each;
    }
    names.push_back(each.name);
  }
  throw Error(
      fmt::format("there is no plugin '{}'; found are: {}. Give its folder with --plugin-path",
                  name, fmt::join(names, ", ")),
      ExitCode::wrong_usage);
}

Plugins find_plugins(const std::vector<std::filesystem::path>& extra_folders) {
  std::vector<std::filesystem::path> extra = extra_folders;
  if (const char* variable = std::getenv("ASSAY_PLUGIN_PATH")) {
    std::istringstream folders(variable);
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (!folder.empty()) {
        extra.emplace_back(folder);
      }
    }
  }
  for (const std::filesystem::path& folder : extra) {
    if (!std::filesystem::is_directory(folder)) {
      throw Error(fmt::format("the plugin folder {} is not there; check --plugin-path and "
                              "ASSAY_PLUGIN_PATH",
                              folder.string()),
                  ExitCode::wrong_usage);
    }
  }
  Plugins plugins{host::find(host::plugin_folders(extra))};
  host::describe(plugins.found, host::worker_file());
  return plugins;
}

}  // namespace assay::cli
