#include "results/declared.h"

#include <fmt/format.h>

namespace assay::results {

namespace {

std::string effective(const Option& option, const matrix::Cell& cell) {
  const auto given = cell.settings.find(option.name);
  return given == cell.settings.end() ? option.default_value : given->second;
}

// The option that says what the level's setting is, or nullptr.
const Option* option_for(const std::string& setting, const Capabilities& capabilities,
                         const matrix::Cell& cell) {
  for (const Option& option : capabilities.options) {
    const std::string level = fmt::format("{}_", name(cell.durability));
    if (!option.name.starts_with(level)) {
      continue;
    }
    const std::string word = option.name.substr(level.size());
    if (setting == word || setting.starts_with(word + "_")) {
      return &option;
    }
  }
  return nullptr;
}

}  // namespace

std::map<std::string, std::string> declared(const Capabilities& capabilities,
                                            const matrix::Cell& cell) {
  std::map<std::string, std::string> settings = cell.settings;
  settings["durability"] = name(cell.durability);
  for (const DurabilityLevel& level : capabilities.durability) {
    if (level.level != cell.durability) {
      continue;
    }
    for (const Setting& setting : level.settings) {
      const Option* const option = option_for(setting.name, capabilities, cell);
      settings[setting.name] = option == nullptr ? setting.value : effective(*option, cell);
    }
  }
  return settings;
}

}  // namespace assay::results
