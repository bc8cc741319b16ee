// Asking a worker process what a plugin can do.
#include <fmt/format.h>

#include <string_view>

#include "host/catalogue.h"
#include "process/run_program.h"

namespace assay::host {

namespace {

std::string last_line(std::string_view text) {
  while (!text.empty() && text.back() == '\n') {
    text.remove_suffix(1);
  }
  return std::string(text.substr(text.rfind('\n') + 1));
}

void describe(Found& found, const std::string& worker, std::chrono::milliseconds deadline) {
  std::string output;
  const process::Ended ended =
      process::run_program({worker, "--describe", found.file.string()}, deadline,
                           [&](std::string_view line) { output = line; });
  if (ended.timed_out || output.empty()) {
    const std::string words = last_line(ended.errors);
    found.error = fmt::format(
        "{}: the process that loaded it {}{}; the plugin's author has to correct that",
        found.file.string(), ended.how(deadline), words.empty() ? "" : ", saying: " + words);
    return;
  }
  try {
    const auto json = nlohmann::json::parse(output);
    if (json.contains("error")) {
      found.error = json.at("error").get<std::string>();
      return;
    }
    Capabilities capabilities;
    from_json(json, capabilities);
    found.capabilities = std::move(capabilities);
  } catch (const std::exception& error) {
    found.error = fmt::format("{}: {} printed no description of it ({}); rebuild Assay",
                              found.file.string(), worker, error.what());
  }
}

}  // namespace

void describe(std::vector<Found>& found, const std::filesystem::path& worker,
              std::chrono::milliseconds deadline) {
  for (Found& each : found) {
    if (!each.error.empty()) {
      continue;
    }
    try {
      describe(each, worker.string(), deadline);
    } catch (const Error& error) {
      each.error = error.what();
    }
  }
}

}  // namespace assay::host
