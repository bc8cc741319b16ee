// The suite on every plugin that was built: a new one is found by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "checked.h"
#include "host/catalogue.h"

namespace assay::conformance {
namespace {

std::vector<std::filesystem::path> built_plugins() {
  std::vector<std::filesystem::path> files;
  for (const host::Found& each : host::find({ASSAY_BINARY_FOLDER "/lib/assay/plugins"})) {
    files.push_back(each.file);
  }
  return files;
}

class EveryPlugin : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EveryPlugin, DoesWhatTheInterfacesSay) {
  const Checked checked = check(GetParam());
  for (const Line& line : checked.failed()) {
    ADD_FAILURE() << line.component << ", " << line.form << ": " << line.name << "\n  "
                  << line.text;
  }
  EXPECT_TRUE(checked.well) << checked.how << "\n" << checked.errors;
  const auto passed = std::count_if(checked.lines.begin(), checked.lines.end(),
                                    [](const Line& line) { return line.result == "passed"; });
  EXPECT_GT(passed, 30);  // a suite that tried next to nothing proves nothing
}

INSTANTIATE_TEST_SUITE_P(Built, EveryPlugin, testing::ValuesIn(built_plugins()),
                         [](const auto& info) { return host::plugin_name(info.param); });

}  // namespace
}  // namespace assay::conformance
