// A fixture with a fresh folder, the plugin, and places in that folder.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "plugins/sqlite/plugin.h"
#include "tests/scratch_folder.h"

namespace assay::sqlite {

class PlaceTest : public testing::Test {
 protected:
  // A place with the plugin's defaults but for what is given.
  Place place(Durability durability, const std::map<std::string, std::string>& changes = {}) {
    Place place;
    place.folder = folder_.string();
    place.durability = durability;
    for (const Option& option : plugin_->capabilities().options) {
      const auto change = changes.find(option.name);
      place.settings.push_back(
          {option.name, change == changes.end() ? option.default_value : change->second});
    }
    return place;
  }

  // litedb's posts, with the index on user_id.
  static TableSchema posts() {
    return {"posts",
            {{"id", ColumnType::integer},
             {"user_id", ColumnType::integer, true},
             {"title", ColumnType::text},
             {"updated_at", ColumnType::integer}}};
  }

  std::unique_ptr<Session> prepared(const Place& place) {
    plugin_->prepare(place);
    return plugin_->open(place);
  }

  std::int64_t counter(const Place& place, const std::string& name) {
    for (const Counter& each : plugin_->counters(place)) {
      if (each.name == name) {
        return each.value;
      }
    }
    return -1;
  }

  static std::string fact(const Facts& facts, const std::string& name) {
    for (const Setting& each : facts.settings) {
      if (each.name == name) {
        return each.value;
      }
    }
    return "(none)";
  }

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
  std::unique_ptr<Sqlite> plugin_ = std::make_unique<Sqlite>();
  Reply reply_;
};

}  // namespace assay::sqlite
