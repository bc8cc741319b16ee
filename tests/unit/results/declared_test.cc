#include "results/declared.h"

#include <gtest/gtest.h>

namespace assay::results {
namespace {

using Settings = std::map<std::string, std::string>;

Capabilities capabilities() {
  Capabilities all;
  all.durability = {{Durability::none, {{"journal_mode", "OFF"}, {"synchronous", "OFF"}}},
                    {Durability::process, {{"journal_mode", "WAL"}, {"synchronous", "OFF"}}},
                    {Durability::power, {{"journal_mode", "WAL"}, {"synchronous", "FULL"}}}};
  for (const char* option : {"process_synchronous", "none_journal"}) {
    all.options.push_back(
        {.name = option, .type = OptionType::text, .unit = "", .default_value = "off", .help = ""});
  }
  return all;
}

matrix::Cell cell(Durability durability, Settings settings = {}) {
  matrix::Cell cell;
  cell.durability = durability;
  cell.settings = std::move(settings);
  return cell;
}

TEST(Declared, IsTheLevelsSettingsAndTheCells) {
  EXPECT_EQ(declared(capabilities(), cell(Durability::power, {{"page_size", "8192"}})),
            (Settings{{"durability", "power"},
                      {"journal_mode", "WAL"},
                      {"page_size", "8192"},
                      {"synchronous", "FULL"}}));
}

TEST(Declared, TakesALevelsSettingFromTheOptionNamedAfterBoth) {
  const Settings given =
      declared(capabilities(), cell(Durability::process, {{"process_synchronous", "normal"}}));
  EXPECT_EQ(given.at("synchronous"), "normal");
  EXPECT_EQ(given.at("journal_mode"), "WAL");
  EXPECT_EQ(declared(capabilities(), cell(Durability::process)).at("synchronous"), "off");
  const Settings memory =
      declared(capabilities(), cell(Durability::none, {{"none_journal", "memory"}}));
  EXPECT_EQ(memory.at("journal_mode"), "memory");
  EXPECT_EQ(memory.at("synchronous"), "OFF");
}

TEST(Declared, LeavesAnotherLevelsOptionAlone) {
  EXPECT_EQ(declared(capabilities(), cell(Durability::power, {{"process_synchronous", "normal"}}))
                .at("synchronous"),
            "FULL");
}

}  // namespace
}  // namespace assay::results
