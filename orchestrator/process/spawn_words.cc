#include "process/spawn_words.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace assay::process {

std::vector<std::string> environment_with(const std::vector<Setting>& variables) {
  std::vector<std::string> result;
  result.reserve(variables.size());
  for (const Setting& variable : variables) {
    result.push_back(variable.name + "=" + variable.value);
  }
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view entry = *each;
    const std::string_view name = entry.substr(0, entry.find('='));
    if (std::none_of(variables.begin(), variables.end(),
                     [&](const Setting& variable) { return variable.name == name; })) {
      result.emplace_back(entry);
    }
  }
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  std::transform(texts.begin(), texts.end(), std::back_inserter(result),
                 [](std::string& text) { return text.data(); });
  result.push_back(nullptr);
  return result;
}

}  // namespace assay::process
