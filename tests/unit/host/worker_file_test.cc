// What the built files link and export.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "process/run_program.h"

namespace {

using namespace std::chrono_literals;

std::vector<std::string> lines_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> lines;
  const auto ended = assay::process::run_program(
      arguments, 60s, [&](std::string_view line) { lines.emplace_back(line); });
  EXPECT_TRUE(ended.well()) << arguments[0] << " " << ended.how(60s) << ": " << ended.errors;
  return lines;
}

TEST(WorkerFile, LinksNoClientLibraryOfAnySystem) {
  int libraries = 0;
  for (const std::string& line : lines_of({"ldd", ASSAY_BINARY_FOLDER "/bin/assay-worker"})) {
    libraries += line.find("=>") == std::string::npos ? 0 : 1;
    for (const char* client : {"sqlite", "libpq", "hiredis", "mysql", "mariadb", "Poco"}) {
      EXPECT_EQ(line.find(client), std::string::npos) << line;
    }
  }
  EXPECT_GT(libraries, 0);
}

TEST(PluginFile, ExportsTheOneStrongSymbol) {
  int plugins = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(ASSAY_BINARY_FOLDER "/lib/assay/plugins")) {
    if (entry.path().extension() != ".so") {
      continue;
    }
    ++plugins;
    std::vector<std::string> strong;
    for (const std::string& line : lines_of({"nm", "-D", "--defined-only", entry.path()})) {
      std::istringstream words(line);
      std::string address;
      std::string kind;
      std::string name;
      words >> address >> kind >> name;
      // Weak and unique ones come from the standard library's templates; the sanitizers add theirs.
      if (kind != "W" && kind != "V" && kind != "u" && name.find("__odr_asan") != 0) {
        strong.push_back(name);
      }
    }
    EXPECT_EQ(strong, (std::vector<std::string>{"assay_plugin"})) << entry.path();
  }
  EXPECT_GE(plugins, 2);
}

}  // namespace
