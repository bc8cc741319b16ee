// Whether the system ran with what was asked for.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "analyse/marks.h"

namespace assay::analyse {

namespace {

std::string normal(std::string value) {
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (value == "true" || value == "on" || value == "yes") {
    return "1";
  }
  return value == "false" || value == "off" || value == "no" ? "0" : value;
}

}  // namespace

MaybeMark settings_differ(const results::CellResult& cell, const MarkContext& /*context*/) {
  std::map<std::string, std::string> asked = cell.declared;
  asked["durability"] = name(cell.cell.durability);
  std::string list;
  const auto add = [&](const std::string& text) { list += (list.empty() ? "" : "; ") + text; };
  for (const auto& [name, found] : cell.read_back) {
    const auto wanted = asked.find(name);
    if (wanted != asked.end() && normal(wanted->second) != normal(found)) {
      add(fmt::format("{}: asked for {}, found {}", name, wanted->second, found));
    } else if (wanted == asked.end() && found.find(" | ") != std::string::npos) {
      add(fmt::format("{}: found {}", name, found));
    }
  }
  if (cell.version.find(" | ") != std::string::npos) {
    add(fmt::format("version: found {}", cell.version));
  }
  if (list.empty()) {
    return std::nullopt;
  }
  return results::Mark{"settings_differ",
                       "The system did not run as asked, or not the same all "
                       "through: " +
                           list};
}

}  // namespace assay::analyse
