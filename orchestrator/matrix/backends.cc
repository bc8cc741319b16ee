#include <fmt/format.h>

#include <algorithm>

#include "matrix/axes.h"
#include "matrix/fields.h"
#include "matrix/scalars.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

std::vector<std::string> environment_words(const Capabilities& capabilities) {
  std::vector<std::string> words;
  for (const Environment each : capabilities.environments) {
    words.emplace_back(name(each));
  }
  return words;
}

std::vector<std::string> level_words(const Capabilities& capabilities) {
  std::vector<std::string> words;
  for (const DurabilityLevel& each : capabilities.durability) {
    words.emplace_back(name(each.level));
  }
  return words;
}

void read_settings(const Value* map, Backend& backend, Mistakes& mistakes) {
  if (map == nullptr || !check_map(*map, "settings", mistakes)) {
    return;
  }
  std::vector<std::string> names;
  for (const Option& option : backend.capabilities->options) {
    names.push_back(option.name);
  }
  for (const Value::Entry& entry : map->entries) {
    const Option* const option = find_option(*backend.capabilities, entry.key);
    if (option == nullptr) {
      check_word(entry.key, entry.origin, fmt::format("option of the plugin {}", backend.plugin),
                 names, mistakes);
      continue;
    }
    const std::optional<std::string> value = option_value(*option, entry.value);
    if (value) {
      backend.settings[entry.key] = *value;
    } else {
      mistakes.add(entry.value.origin,
                   fmt::format("settings.{} must be {}, not {}{}", entry.key, expected(*option),
                               found(entry.value), choice_suggestion(*option, entry.value)));
    }
  }
}

void read_place(Fields& fields, Backend& backend, Mistakes& mistakes) {
  const Capabilities& capabilities = *backend.capabilities;
  const std::string of_plugin = fmt::format("of the plugin {}", backend.plugin);
  if (!capabilities.environments.empty()) {
    backend.environment = capabilities.environments.front();
  }
  if (const auto word = fields.text("environment");
      word && check_word(*word, fields.find("environment")->origin, "environment " + of_plugin,
                         environment_words(capabilities), mistakes)) {
    backend.environment = *std::ranges::find_if(
        capabilities.environments, [&](Environment each) { return name(each) == *word; });
  }
  if (const auto word = fields.text("durability");
      word && check_word(*word, fields.find("durability")->origin, "durability " + of_plugin,
                         level_words(capabilities), mistakes)) {
    backend.durability = durability_of(*word);
  }
}

// Nothing when the plugin is not known.
std::optional<Backend> read_backend(const Value::Entry& entry, const Vocabulary& vocabulary,
                                    Mistakes& mistakes) {
  Fields fields(&entry.value, "backend " + quote(entry.key), mistakes);
  Backend backend;
  backend.name = entry.key;
  backend.origin = entry.origin;
  const Value* const plugin = fields.find("plugin");
  backend.plugin = plugin == nullptr ? entry.key : fields.text("plugin").value_or("");
  std::vector<std::string> names;
  for (const auto& [name, capabilities] : vocabulary.plugins) {
    names.push_back(name);
  }
  const bool known = check_word(backend.plugin, plugin == nullptr ? entry.origin : plugin->origin,
                                "plugin", names, mistakes);
  backend.verify = fields.boolean("verify");
  const Value* const settings = fields.find("settings");
  if (known) {
    backend.capabilities = &vocabulary.plugins.at(backend.plugin);
    read_place(fields, backend, mistakes);
    read_settings(settings, backend, mistakes);
  } else {
    fields.find("environment");
    fields.find("durability");
  }
  fields.finish();
  return known ? std::optional(backend) : std::nullopt;
}

}  // namespace

Backends read_backends(const Value* map, const Vocabulary& vocabulary, Mistakes& mistakes) {
  Backends backends;
  if (map == nullptr || (map->kind == Value::Kind::map && map->entries.empty())) {
    mistakes.add(map == nullptr ? Origin{} : map->origin,
                 "backends is missing; name at least one, as 'backends: {sqlite: {}}'");
    return backends;
  }
  if (!check_map(*map, "backends", mistakes)) {
    return backends;
  }
  for (const Value::Entry& entry : map->entries) {
    backends.names.push_back(entry.key);
    if (!is_identifier(entry.key)) {
      mistakes.add(entry.origin,
                   fmt::format("the backend's name {} may only have letters, digits, '.', '-' and "
                               "'_', at most 100",
                               quote(entry.key)));
    }
    if (const std::optional<Backend> backend = read_backend(entry, vocabulary, mistakes)) {
      backends.sound.push_back(*backend);
    }
  }
  return backends;
}

const Backend* find_backend(const Backends& backends, std::string_view name) {
  const auto found = std::ranges::find(backends.sound, name, &Backend::name);
  return found == backends.sound.end() ? nullptr : &*found;
}

const Option* find_option(const Capabilities& capabilities, std::string_view name) {
  const auto found = std::ranges::find(capabilities.options, name, &Option::name);
  return found == capabilities.options.end() ? nullptr : &*found;
}

std::optional<Durability> durability_of(std::string_view word) {
  for (const Durability each :
       {Durability::none, Durability::async, Durability::process, Durability::power}) {
    if (name(each) == word) {
      return each;
    }
  }
  return std::nullopt;
}

std::vector<std::string> durability_words() { return {"none", "async", "process", "power"}; }

}  // namespace assay::matrix
