// Which plugins there are and what they can do, without loading them here: each is described by a
// worker process of its own (assay-worker --describe FILE), with a deadline.
#pragma once

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::host {

// The description as `assay-worker --describe` prints it. from_json throws Error or
// nlohmann::json::exception on anything else.
void to_json(nlohmann::json& json, const Capabilities& capabilities);
void from_json(const nlohmann::json& json, Capabilities& capabilities);

// NAME of a file assay-NAME.so; empty for a file that is called otherwise.
std::string plugin_name(const std::filesystem::path& file);

struct Found {
  std::string name;  // from the file's name
  std::filesystem::path file;
  std::optional<Capabilities> capabilities;  // empty exactly when error is not
  std::string error;                         // why it cannot be used
};

// The files assay-*.so of the folders, in their order and by name within each. The same name
// twice: both carry an error naming the other file, and neither is usable. A folder given twice
// counts once. Throws Error for a folder that cannot be read.
std::vector<Found> find(const std::vector<std::filesystem::path>& folders);

// Runs the worker program on each found file without an error and fills capabilities or error.
// A worker that crashes, hangs longer than the deadline, or prints no description is an error that
// says so.
void describe(std::vector<Found>& found, const std::filesystem::path& worker,
              std::chrono::milliseconds deadline = std::chrono::seconds(10));

}  // namespace assay::host
