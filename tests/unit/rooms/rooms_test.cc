// Each room includes only from the rooms before it, plugins only from the SDK.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

using Rooms = std::map<std::string, std::set<std::string>>;

const Rooms& allowed() {
  static const Rooms rooms{
      {"sdk", {"assay"}},
      {"process", {"assay"}},
      {"host", {"assay", "process"}},
      {"workload", {"assay"}},
      {"matrix", {"assay", "workload"}},
      {"observe", {"assay", "process"}},
      {"engine", {"assay", "process", "host", "workload", "matrix", "observe", "adapters"}},
      {"results", {"assay", "matrix", "observe", "engine"}},
      {"analyse", {"assay", "matrix", "results"}},
      {"report", {"assay", "process", "matrix", "observe", "results", "analyse"}},
      {"cli",
       {"assay", "process", "host", "workload", "matrix", "observe", "engine", "results", "analyse",
        "report"}},
  };
  return rooms;
}

// Includes in quotes that begin with a folder, as "folder/…".
std::set<std::string> folders_included(const fs::path& file) {
  static const std::regex include(R"re(^\s*#include\s+"([A-Za-z0-9_]+)/)re");
  std::set<std::string> folders;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_search(line, match, include)) {
      folders.insert(match[1]);
    }
  }
  return folders;
}

bool is_source(const fs::path& file) {
  return file.extension() == ".cc" || file.extension() == ".h";
}

std::string violations(const fs::path& folder, const std::string& room,
                       const std::set<std::string>& may) {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!is_source(entry.path())) {
      continue;
    }
    for (const std::string& included : folders_included(entry.path())) {
      const bool known =
          allowed().contains(included) || included == "assay" || included == "adapters";
      if (known && included != room && !may.contains(included)) {
        text += entry.path().string() + " includes from " + included + "\n";
      }
    }
  }
  return text;
}

TEST(Rooms, IncludeOnlyFromTheRoomsBeforeThem) {
  const fs::path orchestrator = fs::path(ASSAY_SOURCE_FOLDER) / "orchestrator";
  for (const auto& entry : fs::directory_iterator(orchestrator)) {
    if (!entry.is_directory()) {
      continue;
    }
    const std::string room = entry.path().filename();
    ASSERT_TRUE(allowed().contains(room)) << room << " is not in this test's list of rooms";
    EXPECT_EQ(violations(entry.path(), room, allowed().at(room)), "");
  }
}

TEST(Rooms, PluginsIncludeOnlyTheSdk) {
  EXPECT_EQ(violations(fs::path(ASSAY_SOURCE_FOLDER) / "plugins", "plugins", {"assay"}), "");
}

TEST(Rooms, TheRuleFindsAViolation) {
  const fs::path engine = fs::path(ASSAY_SOURCE_FOLDER) / "orchestrator" / "engine";
  EXPECT_NE(violations(engine, "engine", {"assay"}), "");
}

}  // namespace
