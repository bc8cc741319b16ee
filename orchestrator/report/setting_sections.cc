// The sections about what the systems and the machine were: settings, machine, sources of bias.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "observe/machine.h"
#include "report/document.h"

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
  std::string text = "| setting | declared | read back |\n| --- | --- | --- |\n";
  for (const auto& [name, ignored] : names) {
    text += fmt::format("| {} | {} | {} |\n", name, value_or_dash(cell.declared, name),
                        value_or_dash(cell.read_back, name));
  }
  return text;
}

std::string value_text(const nlohmann::json& value) {
  if (value.is_null()) {
    return "unknown";
  }
  if (value.is_number_float()) {
    return fmt::format("{:.4g}", value.get<double>());
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
  std::string text = "## The machine\n\n| what | found |\n| --- | --- |\n";
  for (const auto& [name, value] : run.machine.items()) {
    text += fmt::format("| {} | {} |\n", name, value_text(value));
  }
  return text;
}

std::string bias_section(const results::Run& run) {
  std::string text = "## Sources of bias found here\n\n";
  const std::vector<std::string> found = observe::biases(run.machine);
  for (const std::string& bias : found) {
    text += fmt::format("- {}\n", bias);
  }
  return text + (found.empty() ? "None of those looked for.\n" : "");
}

}  // namespace assay::report
