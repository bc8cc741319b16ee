// Capabilities to JSON and back.
#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>

#include "host/catalogue.h"

namespace assay::host {

namespace {

constexpr std::array components = {Component::key_value, Component::table, Component::sql};
constexpr std::array levels = {Durability::none, Durability::async, Durability::process,
                               Durability::power};
constexpr std::array environments = {Environment::embedded, Environment::native,
                                     Environment::container, Environment::external};
constexpr std::array option_types = {OptionType::boolean, OptionType::integer, OptionType::text,
                                     OptionType::choice};

template <typename Value>
Value named(const nlohmann::json& json, std::span<const Value> values) {
  const auto text = json.get<std::string>();
  for (const Value value : values) {
    if (name(value) == text) {
      return value;
    }
  }
  throw Error(fmt::format("the description has the unknown word '{}'", text));
}

nlohmann::json settings_json(const std::vector<Setting>& settings) {
  auto json = nlohmann::json::array();
  for (const Setting& each : settings) {
    json.push_back({{"name", each.name}, {"value", each.value}});
  }
  return json;
}

std::vector<Setting> settings_from(const nlohmann::json& json) {
  std::vector<Setting> settings;
  for (const auto& each : json) {
    settings.push_back({each.at("name"), each.at("value")});
  }
  return settings;
}

nlohmann::json option_json(const Option& option) {
  nlohmann::json json = {{"name", option.name},
                         {"type", name(option.type)},
                         {"unit", option.unit},
                         {"default", option.default_value},
                         {"help", option.help}};
  if (option.type == OptionType::choice) {
    json["choices"] = option.choices;
  }
  if (option.type == OptionType::integer) {
    json["least"] = option.least;
    json["most"] = option.most;
  }
  return json;
}

Option option_from(const nlohmann::json& json) {
  Option option;
  option.name = json.at("name").get<std::string>();
  option.type = named<OptionType>(json.at("type"), option_types);
  option.unit = json.at("unit").get<std::string>();
  option.default_value = json.at("default").get<std::string>();
  option.help = json.at("help").get<std::string>();
  option.choices = json.value("choices", option.choices);
  option.least = json.value("least", option.least);
  option.most = json.value("most", option.most);
  return option;
}

}  // namespace

void to_json(nlohmann::json& json, const Capabilities& capabilities) {
  json = {{"system", capabilities.system},         {"library", capabilities.library},
          {"max_depth", capabilities.max_depth},   {"components", nlohmann::json::array()},
          {"durability", nlohmann::json::array()}, {"environments", nlohmann::json::array()},
          {"options", nlohmann::json::array()},    {"dialect", capabilities.dialect}};
  for (const Component each : capabilities.components) {
    json["components"].push_back(name(each));
  }
  for (const DurabilityLevel& each : capabilities.durability) {
    json["durability"].push_back({{"level", name(each.level)},
                                  {"settings", settings_json(each.settings)},
                                  {"note", each.note},
                                  {"needs", settings_json(each.needs)}});
  }
  for (const Environment each : capabilities.environments) {
    json["environments"].push_back(name(each));
  }
  for (const Option& each : capabilities.options) {
    json["options"].push_back(option_json(each));
  }
}

void from_json(const nlohmann::json& json, Capabilities& capabilities) {
  Capabilities read;
  read.system = json.at("system").get<std::string>();
  read.library = json.at("library").get<std::string>();
  read.max_depth = json.at("max_depth").get<std::uint32_t>();
  read.dialect = json.value("dialect", read.dialect);
  for (const auto& each : json.at("components")) {
    read.components.push_back(named<Component>(each, components));
  }
  for (const auto& each : json.at("durability")) {
    read.durability.push_back({named<Durability>(each.at("level"), levels),
                               settings_from(each.at("settings")), each.at("note"),
                               settings_from(each.at("needs"))});
  }
  for (const auto& each : json.at("environments")) {
    read.environments.push_back(named<Environment>(each, environments));
  }
  for (const auto& each : json.at("options")) {
    read.options.push_back(option_from(each));
  }
  capabilities = std::move(read);
}

}  // namespace assay::host
