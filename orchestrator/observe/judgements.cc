#include <fmt/format.h>

#include <algorithm>

#include "observe/judges.h"

namespace assay::observe {

std::string_view name(Weight weight) {
  switch (weight) {
    case Weight::serious:
      return "serious";
    case Weight::notable:
      return "notable";
    case Weight::fine:
      return "fine";
    case Weight::unknown:
      break;
  }
  return "unknown";
}

std::vector<Judgement> judgements(const nlohmann::json& machine) {
  std::vector<Judgement> all;
  for (const auto& judge :
       {judge_data_folder, judge_sync, judge_free_disk, judge_jitter, judge_steal, judge_load,
        judge_virtualisation, judge_cpus, judge_quota, judge_governor, judge_turbo, judge_clock,
        judge_sleep, judge_memory, judge_swap, judge_transparent_pages, judge_reserved_pages,
        judge_bridge}) {
    all.push_back(judge(machine));
  }
  std::stable_sort(all.begin(), all.end(), [](const Judgement& left, const Judgement& right) {
    return left.weight < right.weight;
  });
  return all;
}

std::vector<std::string> biases(const nlohmann::json& machine) {
  std::vector<std::string> found;
  for (const Judgement& each : judgements(machine)) {
    if (each.weight <= Weight::notable) {
      found.push_back(fmt::format("{}: {}; {}.", each.found, each.why, each.advice));
    }
  }
  return found;
}

std::optional<double> figure(const nlohmann::json& machine, const char* field) {
  const auto found = machine.find(field);
  return found != machine.end() && found->is_number() ? std::optional(found->get<double>())
                                                      : std::nullopt;
}

std::optional<std::string> text(const nlohmann::json& machine, const char* field) {
  const auto found = machine.find(field);
  return found != machine.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                      : std::nullopt;
}

std::optional<bool> truth(const nlohmann::json& machine, const char* field) {
  const auto found = machine.find(field);
  return found != machine.end() && found->is_boolean() ? std::optional(found->get<bool>())
                                                       : std::nullopt;
}

std::string in_bytes(double bytes) {
  constexpr double mebibyte = 1024.0 * 1024;
  constexpr double gibibyte = mebibyte * 1024;
  return bytes >= gibibyte ? fmt::format("{:.1f} GiB", bytes / gibibyte)
                           : fmt::format("{:.0f} MiB", bytes / mebibyte);
}

Judgement unknown(const char* subject) {
  return {subject, Weight::unknown, "this machine does not tell", "", ""};
}

Judgement fine(const char* subject, std::string found) {
  return {subject, Weight::fine, std::move(found), "", ""};
}

}  // namespace assay::observe
