#include "report/origin.h"

#include <fmt/format.h>

#include <vector>

namespace assay::report {
namespace {

std::string text(const results::Run& run, const char* field) {
  const auto found = run.machine.find(field);
  return found == run.machine.end() || !found->is_string() ? "" : found->get<std::string>();
}

// "2026-11-30T12:14:56Z" to the minute; anything else as it is.
std::string minute(const std::string& time) {
  constexpr std::size_t date = 10;
  return time.size() == 20 && time[date] == 'T' && time.back() == 'Z'
             ? time.substr(0, date) + " " + time.substr(date + 1, 5) + " UTC"
             : time;
}

}  // namespace

std::string machine_words(const results::Run& run) {
  std::vector<std::string> parts;
  const std::string model = text(run, "cpu_model");
  const auto cpus = run.machine.find("cpu_count");
  std::string processors = model.empty() ? "an unknown CPU" : model;
  if (cpus != run.machine.end() && cpus->is_number()) {
    processors += fmt::format(" ({} CPUs)", cpus->dump());
  }
  parts.push_back(std::move(processors));
  for (const char* field : {"kernel", "file_system"}) {
    if (const std::string value = text(run, field); !value.empty()) {
      parts.push_back(value);
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string origin(const results::Run& run) {
  return fmt::format("{}, measured on {}, {}", run.run.id, machine_words(run),
                     minute(run.run.started));
}

}  // namespace assay::report
