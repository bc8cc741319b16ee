// The cases of the comparison, each run in alternating chunks of the bare loop and the plugin.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "assay/types.h"

namespace assay::sqlite::ceiling {

enum class Work : std::uint8_t { get, put, point_read, point_update };

struct Case {
  std::string name;
  Work work = Work::get;
  Durability level = Durability::process;
  std::string schema = "litecache";
  std::size_t value_bytes = 100;
  int rows = 100'000;
};

// What each chunk reached, in operations per second: [pair].
struct Chunks {
  std::vector<double> bare;
  std::vector<double> plugin;
};

std::vector<Case> cases();

struct Plan {
  std::filesystem::path folder = ".";
  int pairs = 31;
  std::chrono::milliseconds chunk{100};
  std::map<std::string, std::string> settings;  // of the plugin, where not its defaults
};

// Throws Error when an operation of either side fails.
Chunks run(const Case& which, const Plan& plan);

}  // namespace assay::sqlite::ceiling
