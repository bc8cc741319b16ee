// The database both sides work on: filled by the plugin in a folder that goes with it.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "plugins/sqlite/plugin.h"

namespace assay::sqlite::ceiling {

class Ground {
 public:
  // Makes a fresh folder below `folder`, with the plugin's defaults but for `changes`; with `table`
  // fills posts, else the cache, with so many rows of `value_bytes`. Throws Error.
  Ground(const std::filesystem::path& folder, Durability level,
         const std::map<std::string, std::string>& changes, bool table, int rows,
         std::size_t value_bytes);
  ~Ground();
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  Session& session() { return *session_; }

  std::string database_file() const { return place_.folder + "/data.sqlite"; }

  // 20 bytes, as a cache benchmark's keys are.
  static std::string key(int row);

 private:
  void fill_cache(int rows, std::size_t value_bytes);
  void fill_table(int rows, std::size_t value_bytes);

  Sqlite plugin_;
  Place place_;
  std::unique_ptr<Session> session_;
};

}  // namespace assay::sqlite::ceiling
