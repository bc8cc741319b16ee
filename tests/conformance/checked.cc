#include "checked.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "process/run_program.h"

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
  const process::Ended ended = process::run_program(
      {ASSAY_BINARY_FOLDER "/bin/assay-worker", "--check", plugin.string()}, deadline,
      [&checked](std::string_view text) {
        const auto json = nlohmann::json::parse(text);
        checked.lines.push_back({json.at("case"), json.at("form"), json.at("component"),
                                 json.at("result"), json.at("text")});
      });
  checked.well = ended.well();
  checked.how = ended.how(deadline);
  checked.errors = ended.errors;
  return checked;
}

std::string plugin_name(const std::filesystem::path& file) {
  return file.stem().string().substr(std::string_view("assay-").size());
}

}  // namespace assay::conformance
