// docs/own-sql.md is true: its example is a file of this folder, and its commands run it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "document.h"
#include "tests/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const fs::path sources = ASSAY_SOURCE_FOLDER;
const fs::path own_sql = sources / "docs" / "own-sql.md";

TEST(OwnSqlDocument, ShowsTheExampleAsItIs) {
  const std::string matrix = test::read(sources / "tests/examples/own_sql/shop.yaml");
  ASSERT_FALSE(matrix.empty());
  EXPECT_NE(test::read(own_sql).find("```yaml\n" + matrix + "```\n"), std::string::npos);
}

TEST(OwnSqlDocument, ItsCommandsMeasureWithoutAFailure) {
  const test::ScratchFolder home;
  fs::create_symlink(sources / "tests", home.path() / "tests");
  home.write("assay",
             fmt::format("#!/bin/sh\n"
                         "exec {}/bin/assay \"$@\" --rounds 2 --set timing.measure=200ms\n",
                         ASSAY_BINARY_FOLDER));
  fs::permissions(home.path() / "assay", fs::perms::owner_all);
  std::string commands;
  for (const test::Fenced& block : test::fenced_blocks(own_sql)) {
    commands += block.language.empty() ? block.text : "";
  }
  test::run_script(home.path(), commands);
  const auto results = nlohmann::json::parse(test::read(home.path() / "runs/shop/results.json"));
  ASSERT_EQ(results.at("cells").size(), 2U);
  for (const auto& cell : results.at("cells")) {
    for (const auto& repeat : cell.at("repeats")) {
      EXPECT_GT(repeat.at("operations"), 100) << cell.at("id");
      EXPECT_TRUE(repeat.at("errors").empty()) << repeat.at("errors");
    }
  }
}

}  // namespace
}  // namespace assay
