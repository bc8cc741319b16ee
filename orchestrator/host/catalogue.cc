#include "host/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <system_error>

namespace assay::host {

namespace {

constexpr std::string_view prefix = "assay-";
constexpr std::string_view suffix = ".so";

std::vector<std::filesystem::path> plugin_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (!plugin_name(entry.path()).empty()) {
        files.push_back(entry.path());
      }
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw Error(fmt::format("cannot read the plugin folder {}: {}; check --plugin-path",
                            folder.string(), error.code().message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string plugin_name(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) ||
      !name.ends_with(suffix)) {
    return {};
  }
  return name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
}

std::vector<Found> find(const std::vector<std::filesystem::path>& folders) {
  std::vector<Found> found;
  std::set<std::filesystem::path> seen;
  for (const std::filesystem::path& folder : folders) {
    std::error_code ignored;
    if (!seen.insert(std::filesystem::weakly_canonical(folder, ignored)).second) {
      continue;
    }
    for (const std::filesystem::path& file : plugin_files(folder)) {
      found.push_back({plugin_name(file), file, std::nullopt, ""});
    }
  }
  for (Found& each : found) {
    const auto other = std::find_if(found.begin(), found.end(), [&](const Found& candidate) {
      return candidate.name == each.name && candidate.file != each.file;
    });
    if (other != found.end()) {
      each.error = fmt::format("{}: {} has the same name; rename or remove one of them",
                               each.file.string(), other->file.string());
    }
  }
  return found;
}

}  // namespace assay::host
