// The plugins a command works with: found in the program's own folder, in --plugin-path and in
// ASSAY_PLUGIN_PATH, and described by worker processes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/catalogue.h"
#include "matrix/matrix.h"

namespace assay::cli {

struct Plugins {
  std::vector<host::Found> found;

  // Those that can be used.
  matrix::Vocabulary vocabulary() const;

  // The usable plugin of that name. Throws Error (wrong_usage) that says why not, or which there
  // are.
  const host::Found& at(const std::string& name) const;
};

Plugins find_plugins(const std::vector<std::filesystem::path>& extra_folders);

}  // namespace assay::cli
