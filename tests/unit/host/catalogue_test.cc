#include "host/catalogue.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/scratch_folder.h"

namespace {

namespace fs = std::filesystem;
using assay::Capabilities;
using assay::host::Found;

class Catalogue : public testing::Test {
 protected:
  fs::path add(const fs::path& file) {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << "x";
    return folder_ / file;
  }

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
};

TEST_F(Catalogue, TakesTheNameFromTheFile) {
  EXPECT_EQ(assay::host::plugin_name("/x/assay-sqlite.so"), "sqlite");
  EXPECT_EQ(assay::host::plugin_name("assay-.so"), "");
  EXPECT_EQ(assay::host::plugin_name("libassay-x.so"), "");
  EXPECT_EQ(assay::host::plugin_name("assay-x.so.1"), "");
}

TEST_F(Catalogue, FindsPluginsByFolderAndNameAndNothingElse) {
  add("two/assay-b.so");
  add("two/assay-a.so");
  add("two/readme.txt");
  add("one/assay-c.so");
  const auto found = assay::host::find({folder_ / "one", folder_ / "two", folder_ / "one/../two"});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "c");
  EXPECT_EQ(found[1].name, "a");
  EXPECT_EQ(found[2].name, "b");
  EXPECT_EQ(found[2].file, folder_ / "two/assay-b.so");
  EXPECT_EQ(found[2].error, "");
}

TEST_F(Catalogue, SaysWhichFolderCannotBeRead) {
  try {
    assay::host::find({folder_ / "missing"});
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_EQ(error.what(), "cannot read the plugin folder " + (folder_ / "missing").string() +
                                ": No such file or directory; check --plugin-path");
  }
}

TEST_F(Catalogue, DescribesThePluginsOfTheBuild) {
  auto found = assay::host::find({ASSAY_BINARY_FOLDER "/lib/assay/plugins"});
  assay::host::describe(found, ASSAY_BINARY_FOLDER "/bin/assay-worker");
  int seen = 0;
  for (const Found& each : found) {
    if (each.name == "noop" || each.name == "echo") {
      ASSERT_TRUE(each.capabilities.has_value()) << each.error;
      EXPECT_EQ(each.capabilities->system, each.name);
      EXPECT_EQ(each.capabilities->max_depth, each.name == "echo" ? 64U : 0U);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 2);
}

Capabilities sample() {
  return {.system = "Sample",
          .library = "sample 1.2",
          .components = {assay::Component::key_value, assay::Component::table},
          .durability = {{assay::Durability::process,
                          {{"sync", "1"}, {"journal", "wal"}},
                          "a note",
                          {{"store", "disk"}}}},
          .environments = {assay::Environment::embedded, assay::Environment::container},
          .options =
              {{"pages", assay::OptionType::integer, "pages", "10", "How many.", {}, -5, 1LL << 60},
               {"mode", assay::OptionType::choice, "", "a", "Which.", {"a", "b"}}},
          .max_depth = 7,
          .dialect = "sample"};
}

TEST(CapabilitiesJson, ComesBackAsItWas) {
  nlohmann::json json;
  assay::host::to_json(json, sample());
  Capabilities read;
  assay::host::from_json(json, read);
  nlohmann::json again;
  assay::host::to_json(again, read);
  EXPECT_EQ(json, again);
  EXPECT_EQ(read.components, sample().components);
  EXPECT_EQ(read.environments, sample().environments);
  EXPECT_EQ(read.durability.at(0).settings.at(1).name, "journal");
  EXPECT_EQ(read.durability.at(0).note, "a note");
  EXPECT_EQ(read.durability.at(0).needs.at(0).value, "disk");
  EXPECT_EQ(read.dialect, "sample");
  EXPECT_EQ(read.options.at(0).most, 1LL << 60);
  EXPECT_EQ(read.options.at(0).least, -5);
  EXPECT_EQ(read.options.at(1).choices.at(1), "b");
  EXPECT_EQ(read.max_depth, 7U);
}

TEST(CapabilitiesJson, RefusesAWordItDoesNotKnow) {
  nlohmann::json json;
  assay::host::to_json(json, sample());
  json["durability"][0]["level"] = "eternal";
  Capabilities read;
  try {
    assay::host::from_json(json, read);
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_STREQ(error.what(), "the description has the unknown word 'eternal'");
  }
  EXPECT_EQ(read.system, "");
}

}  // namespace
