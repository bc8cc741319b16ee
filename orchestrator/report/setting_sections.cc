// The sections about what the systems and the machine were: settings, machine, sources of bias.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "analyse/setting_values.h"
#include "observe/judgement.h"
#include "report/document.h"
#include "report/markdown_table.h"

namespace assay::report {
namespace {

// "nothing" reads better than an empty cell where a setting was not declared.
std::string value_or_dash(const std::map<std::string, std::string>& settings,
                          const std::string& name) {
  const auto found = settings.find(name);
  return found == settings.end() ? "-" : found->second;
}

std::string settings_table(const results::CellResult& cell) {
  std::map<std::string, bool> names;
  for (const auto& [name, value] : cell.declared) {
    names[name] = true;
  }
  for (const auto& [name, value] : cell.read_back) {
    names[name] = true;
  }
  Lines lines{{"setting", "declared", "read back"}};
  for (const auto& [name, ignored] : names) {
    const std::string declared = value_or_dash(cell.declared, name);
    const std::string found = value_or_dash(cell.read_back, name);
    const bool both = cell.declared.contains(name) && cell.read_back.contains(name);
    const bool differ = both && !analyse::same_value(name, declared, found);
    lines.push_back(
        {name, declared, differ ? fmt::format("**{}** (not as declared)", found) : found});
  }
  return markdown_table(lines, lines[0].size());
}

std::string value_text(const nlohmann::json& value) {
  if (value.is_null()) {
    return "unknown";
  }
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    return std::abs(number) >= 1e4 ? fmt::format("{:.0f}", number) : fmt::format("{:.4g}", number);
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string settings_section(const results::Run& run) {
  std::map<std::string, std::vector<std::string>> cells_by_settings;  // text → who
  std::vector<std::string> order;
  for (const results::CellResult& cell : run.cells) {
    if (cell.read_back.empty()) {
      continue;
    }
    const std::string text =
        fmt::format("{} {}\n\n{}", cell.cell.plugin, cell.version, settings_table(cell));
    auto& who = cells_by_settings[text];
    if (who.empty()) {
      order.push_back(text);
    }
    const std::string backend =
        fmt::format("{} ({})", cell.cell.backend, name(cell.cell.durability));
    if (who.empty() || who.back() != backend) {
      who.push_back(backend);
    }
  }
  std::string text = "## Settings declared and read back\n";
  for (const std::string& settings : order) {
    auto who = cells_by_settings[settings];
    std::sort(who.begin(), who.end());
    who.erase(std::unique(who.begin(), who.end()), who.end());
    text += fmt::format("\n### {}\n\n{}", fmt::join(who, ", "), settings);
  }
  return order.empty() ? "" : text;
}

std::string machine_section(const results::Run& run) {
  Lines lines{{"what", "found"}};
  for (const auto& [name, value] : run.machine.items()) {
    lines.push_back({name, value_text(value)});
  }
  return "## The machine\n\n" + markdown_table(lines, lines[0].size());
}

std::string bias_section(const results::Run& run) {
  std::string text =
      "## Sources of bias found here\n\nLooked for before the first block, as `assay doctor` does; "
      "the worst first.\n\n";
  const std::vector<std::string> found = observe::biases(run.machine);
  for (const std::string& bias : found) {
    text += fmt::format("- {}\n", bias);
  }
  return text + (found.empty() ? "None of those looked for.\n" : "");
}

}  // namespace assay::report
