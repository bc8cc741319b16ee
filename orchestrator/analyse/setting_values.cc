#include "analyse/setting_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

namespace assay::analyse {

namespace {

// Settings whose values are words that are read back as numbers: [number]. From
// https://sqlite.org/pragma.html.
const std::map<std::string_view, std::array<std::string_view, 4>>& numbered_words() {
  static const std::map<std::string_view, std::array<std::string_view, 4>> words{
      {"synchronous", {"off", "normal", "full", "extra"}},
      {"auto_vacuum", {"none", "full", "incremental"}},
      {"temp_store", {"default", "file", "memory"}}};
  return words;
}

std::string normal(const std::string& setting, std::string value) {
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  const auto words = numbered_words().find(setting);
  if (words != numbered_words().end() && !value.empty()) {
    const auto found = std::find(words->second.begin(), words->second.end(), value);
    if (found != words->second.end()) {
      return std::to_string(found - words->second.begin());
    }
  }
  if (value == "true" || value == "on" || value == "yes") {
    return "1";
  }
  return value == "false" || value == "off" || value == "no" ? "0" : value;
}

}  // namespace

bool same_value(const std::string& setting, const std::string& asked, const std::string& found) {
  return normal(setting, asked) == normal(setting, found);
}

}  // namespace assay::analyse
