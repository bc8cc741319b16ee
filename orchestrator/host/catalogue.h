// Which plugins there are and what they can do, without loading them here: each is described by a
// worker process of its own (assay-worker --describe FILE), with a deadline.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::host {

void to_json(nlohmann::json& json, const Capabilities& capabilities);
void from_json(const nlohmann::json& json, Capabilities& capabilities);

struct Found {
  std::string name;  // from the file's name
  std::filesystem::path file;
  std::optional<Capabilities> capabilities;  // empty exactly when error is not
  std::string error;                         // why it cannot be used
};

// The files assay-*.so of the folders, in their order. The same name twice: both carry an error
// naming the other file, and neither is usable.
std::vector<Found> find(const std::vector<std::filesystem::path>& folders);

// Runs the worker program on each found file and fills capabilities or error. A worker that
// crashes, hangs longer than ten seconds, or prints no description is an error that says so.
void describe(std::vector<Found>& found, const std::filesystem::path& worker);

}  // namespace assay::host
