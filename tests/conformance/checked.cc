#include "checked.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "host/check_plugin.h"

namespace assay::conformance {

std::vector<Line> Checked::failed() const {
  std::vector<Line> result;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(result),
               [](const Line& line) { return line.result == "failed"; });
  return result;
}

Checked check(const std::filesystem::path& plugin) {
  constexpr std::chrono::minutes deadline{4};
  Checked checked;
  const process::Ended ended = host::check_plugin(
      ASSAY_BINARY_FOLDER "/bin/assay-worker", plugin, deadline, [&checked](std::string_view text) {
        const auto json = nlohmann::json::parse(text);
        checked.lines.push_back({json.at("case"), json.at("form"), json.at("component"),
                                 json.at("result"), json.at("text")});
      });
  checked.well = ended.well();
  checked.how = ended.how(deadline);
  checked.errors = ended.errors;
  return checked;
}

}  // namespace assay::conformance
