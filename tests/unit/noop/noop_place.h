// The loaded noop plugin and a fresh place for it. One a test; its folder is removed at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/plugin.h"
#include "host/loader.h"

class NoopPlace {
 public:
  using Settings = std::vector<assay::Setting>;

  explicit NoopPlace(const Settings& changed = {}, std::vector<assay::TableSchema> tables = {}) {
    std::string folder = std::filesystem::temp_directory_path() / "assay-noop-XXXXXX";
    place_.folder = mkdtemp(folder.data());
    place_.durability = assay::Durability::none;
    place_.tables = std::move(tables);
    for (const assay::Option& option : plugin().capabilities().options) {
      place_.settings.push_back({option.name, option.default_value});
      for (const assay::Setting& each : changed) {
        if (each.name == option.name) {
          place_.settings.back().value = each.value;
        }
      }
    }
    plugin().prepare(place_);
  }

  ~NoopPlace() { std::filesystem::remove_all(place_.folder); }

  NoopPlace(const NoopPlace&) = delete;
  NoopPlace& operator=(const NoopPlace&) = delete;

  static assay::Plugin& plugin() {
    return assay::host::load(ASSAY_BINARY_FOLDER "/lib/assay/plugins/assay-noop.so");
  }

  std::unique_ptr<assay::Session> open() const { return plugin().open(place_); }

  const assay::Place& place() const { return place_; }

 private:
  assay::Place place_;
};
