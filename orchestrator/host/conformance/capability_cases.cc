#include <algorithm>
#include <charconv>
#include <set>
#include <string>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"

namespace assay::conformance {
namespace {

template <typename Range, typename Key>
void expect_unique(const Range& range, std::string_view what, Key key) {
  std::set<std::string> seen;
  for (const auto& each : range) {
    const std::string text(key(each));
    expect(seen.insert(text).second, "the {} {} is there twice", what, text);
  }
}

void names_system_and_library(Plugin& plugin) {
  const Capabilities& all = plugin.capabilities();
  expect(!all.system.empty(), "capabilities().system is empty; name the system, as \"SQLite\"");
  expect(!all.library.empty(), "capabilities().library is empty; name library and version");
}

void offers_components(Plugin& plugin) {
  const Capabilities& all = plugin.capabilities();
  expect(!all.components.empty(), "the plugin offers no component, so there is nothing to measure");
  expect_unique(all.components, "component", [](Component each) { return name(each); });
  const bool sql = std::ranges::count(all.components, Component::sql) > 0;
  expect(sql == !all.dialect.empty(), "capabilities().dialect is \"{}\", and Sql is {}",
         all.dialect, sql ? "offered: name its dialect" : "not offered: leave the dialect empty");
}

void offers_levels(Plugin& plugin) {
  const Capabilities& all = plugin.capabilities();
  expect(!all.durability.empty(), "the plugin offers no durability level; offer at least one");
  expect_unique(all.durability, "durability level",
                [](const DurabilityLevel& each) { return name(each.level); });
  for (const DurabilityLevel& level : all.durability) {
    expect_unique(level.settings, "setting", [](const Setting& each) { return each.name; });
    for (const Setting& need : level.needs) {
      const auto option = std::ranges::find(all.options, need.name, &Option::name);
      expect(option != all.options.end() && option->default_value == need.value,
             "durability {} needs {} to be \"{}\", which is no option with that default",
             name(level.level), need.name, need.value);
    }
  }
}

void offers_environments(Plugin& plugin) {
  const Capabilities& all = plugin.capabilities();
  expect(!all.environments.empty(), "the plugin offers no environment it can run in");
  expect_unique(all.environments, "environment", [](Environment each) { return name(each); });
  const bool here =
      std::any_of(all.environments.begin(), all.environments.end(), [](Environment each) {
        return each == Environment::embedded || each == Environment::native;
      });
  expect(here,
         "the plugin offers neither the embedded nor the native environment, so it cannot be "
         "checked on its own: nothing else was tried");
}

void check_number(const Option& option) {
  expect(option.least <= option.most, "option {}: least {} is above most {}", option.name,
         option.least, option.most);
  const std::string& text = option.default_value;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  expect(error == std::errc() && end == text.data() + text.size(),
         "option {}: the default \"{}\" is no integer", option.name, text);
  expect(value >= option.least && value <= option.most,
         "option {}: the default {} is outside [{}, {}]", option.name, value, option.least,
         option.most);
}

void check_choices(const Option& option) {
  const std::vector<std::string>& choices = option.choices;
  expect(!choices.empty(), "option {}: a choice of nothing", option.name);
  expect_unique(choices, "choice", [](const std::string& each) { return each; });
  expect(std::find(choices.begin(), choices.end(), option.default_value) != choices.end(),
         "option {}: the default \"{}\" is not among its choices", option.name,
         option.default_value);
}

void declares_options(Plugin& plugin) {
  const std::vector<Option>& options = plugin.capabilities().options;
  expect_unique(options, "option", [](const Option& each) { return each.name; });
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  for (const Option& option : options) {
    expect(!option.name.empty() && option.name.find_first_not_of(letters) == std::string::npos,
           "the option name \"{}\" is not of a-z, 0-9 and _", option.name);
    expect(!option.help.empty(), "option {}: no help text", option.name);
    expect(option.type == OptionType::choice || option.choices.empty(),
           "option {}: choices are for the type choice only", option.name);
    if (option.type == OptionType::boolean) {
      expect(option.default_value == "true" || option.default_value == "false",
             "option {}: the default \"{}\" is neither true nor false", option.name,
             option.default_value);
    } else if (option.type == OptionType::integer) {
      check_number(option);
    } else if (option.type == OptionType::choice) {
      check_choices(option);
    }
  }
}

constexpr CapabilityCase capability_list[] = {
    {"the plugin names its system and library", names_system_and_library},
    {"the plugin offers components, each once", offers_components},
    {"the plugin offers durability levels, each once", offers_levels},
    {"the plugin offers an environment that can be checked", offers_environments},
    {"every option has a name, help and a default of its own type", declares_options},
};

}  // namespace

std::span<const CapabilityCase> capability_cases() { return capability_list; }

}  // namespace assay::conformance
