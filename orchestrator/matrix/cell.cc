#include "matrix/cell.h"

#include <algorithm>
#include <array>

#include "matrix/cell_axes.h"
#include "matrix/matrix.h"
#include "matrix/open_load.h"
#include "matrix/scalars.h"

namespace assay::matrix {
namespace {

template <typename Word, std::size_t Count>
Word word_of(std::string_view text, const std::array<Word, Count>& words) {
  for (const Word word : words) {
    if (name(word) == text) {
      return word;
    }
  }
  throw Error("a cell holds the unknown word '" + std::string(text) +
              "'; it was written by another version of the program");
}

nlohmann::json load_json(const std::optional<OpenLoad>& open) {
  if (!open) {
    return std::string(closed_word);
  }
  return {{"per_second", open->per_second > 0 ? nlohmann::json(open->per_second) : nullptr},
          {"of_slowest", open->of_slowest > 0 ? nlohmann::json(open->of_slowest) : nullptr},
          {"arrivals", arrival_words()[open->poisson ? 1 : 0]},
          {"group", open->of_slowest > 0 ? nlohmann::json(open->group) : nullptr}};
}

std::optional<OpenLoad> load_of(const nlohmann::json& json) {
  if (json.is_string()) {
    return std::nullopt;
  }
  const auto number = [&](const char* field) {
    return json.at(field).is_null() ? 0 : json.at(field).get<double>();
  };
  return OpenLoad{number("per_second"), number("of_slowest"),
                  json.at("arrivals").get<std::string>() == arrival_words()[1],
                  json.at("group").is_null() ? "" : json.at("group").get<std::string>()};
}

}  // namespace

void to_json(nlohmann::json& json, const Cell& cell) {
  json = {{"id", cell.id},
          {"backend", cell.backend},
          {"plugin", cell.plugin},
          {"environment", name(cell.environment)},
          {"durability", name(cell.durability)},
          {"workload", cell.workload},
          {"definition", cell.definition},
          {"parameters", cell.parameters},
          {"settings", cell.settings},
          {"topology",
           {{"processes", cell.topology.processes},
            {"threads", cell.topology.threads},
            {"connections", cell.topology.connections},
            {"depth", cell.topology.depth},
            {"per_operation", cell.topology.per_operation}}},
          {"start", cell.cold ? "cold" : "warm"},
          {"memory_bytes",
           cell.memory_bytes == 0 ? nlohmann::json() : nlohmann::json(cell.memory_bytes)},
          {"load", load_json(cell.open)},
          {"verify", cell.verify}};
}

void from_json(const nlohmann::json& json, Cell& cell) {
  json.at("id").get_to(cell.id);
  json.at("backend").get_to(cell.backend);
  json.at("plugin").get_to(cell.plugin);
  cell.environment = word_of(json.at("environment").get<std::string>(),
                             std::array{Environment::embedded, Environment::native,
                                        Environment::container, Environment::external});
  cell.durability = word_of(
      json.at("durability").get<std::string>(),
      std::array{Durability::none, Durability::async, Durability::process, Durability::power});
  json.at("workload").get_to(cell.workload);
  cell.definition = json.value("definition", nlohmann::json());
  json.at("parameters").get_to(cell.parameters);
  json.at("settings").get_to(cell.settings);
  const nlohmann::json& topology = json.at("topology");
  topology.at("processes").get_to(cell.topology.processes);
  topology.at("threads").get_to(cell.topology.threads);
  topology.at("connections").get_to(cell.topology.connections);
  topology.at("depth").get_to(cell.topology.depth);
  cell.topology.per_operation = topology.value("per_operation", false);
  cell.cold = json.value("start", "warm") == "cold";
  if (const auto memory = json.find("memory_bytes"); memory != json.end() && !memory->is_null()) {
    memory->get_to(cell.memory_bytes);
  }
  cell.open = load_of(json.value("load", nlohmann::json(std::string(closed_word))));
  cell.verify = json.at("verify").get<bool>();
}

std::optional<std::string> axis_value(const Cell& cell, std::string_view axis) {
  constexpr std::string_view settings = "settings.";
  if (axis == "backend") {
    return cell.backend;
  }
  if (axis == "plugin") {
    return cell.plugin;
  }
  if (axis == "environment") {
    return std::string(name(cell.environment));
  }
  if (axis == "durability") {
    return std::string(name(cell.durability));
  }
  if (axis == "workload") {
    return cell.workload;
  }
  if (const CellAxis* const found = find_cell_axis(axis)) {
    return found->get(cell);
  }
  if (axis == open_axis) {
    return to_text(cell.open);
  }
  if (axis == arrivals_axis) {
    return cell.open ? std::optional(arrival_words()[cell.open->poisson ? 1 : 0]) : std::nullopt;
  }
  if (axis == "verify") {
    return cell.verify ? "true" : "false";
  }
  if (axis.starts_with(settings)) {
    const auto found = cell.settings.find(std::string(axis.substr(settings.size())));
    return found == cell.settings.end() ? std::nullopt : std::optional(found->second);
  }
  const auto found = cell.parameters.find(std::string(axis));
  return found == cell.parameters.end() ? std::nullopt : std::optional(to_text(found->second));
}

}  // namespace assay::matrix
