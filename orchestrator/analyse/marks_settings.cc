// Whether the system ran with what was asked for.
#include <fmt/format.h>

#include "analyse/marks.h"
#include "analyse/setting_values.h"

namespace assay::analyse {

MaybeMark settings_differ(const results::CellResult& cell, const MarkContext& /*context*/) {
  std::map<std::string, std::string> asked = cell.declared;
  asked["durability"] = name(cell.cell.durability);
  std::string list;
  const auto add = [&](const std::string& text) { list += (list.empty() ? "" : "; ") + text; };
  for (const auto& [name, found] : cell.read_back) {
    const auto wanted = asked.find(name);
    if (wanted != asked.end() && !same_value(name, wanted->second, found)) {
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
