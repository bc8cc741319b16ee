// assay describe: all that a plugin says it can do.
#include <fmt/core.h>

#include "cli/command.h"
#include "cli/plugins.h"
#include "report/text_table.h"

namespace assay::cli {
namespace {

struct DescribeOptions {
  std::string plugin;
  bool json = false;
  std::vector<std::filesystem::path> plugin_path;
};

std::string range_of(const Option& option) {
  std::string text;
  switch (option.type) {
    case OptionType::choice:
      for (const std::string& choice : option.choices) {
        text += (text.empty() ? "" : "|") + choice;
      }
      return text;
    case OptionType::integer:
      return fmt::format("{} to {}", option.least, option.most);
    case OptionType::boolean:
      return "true|false";
    case OptionType::text:
      break;
  }
  return "text";
}

void print(const host::Found& found) {
  const Capabilities& can = *found.capabilities;
  fmt::print("{}: {}\nfile: {}\nlibrary: {}\ncomponents:", found.name, can.system,
             found.file.string(), can.library);
  for (const Component component : can.components) {
    fmt::print(" {}", name(component));
  }
  if (!can.dialect.empty()) {
    fmt::print("\ndialect: {}", can.dialect);
  }
  fmt::print("\nenvironments:");
  for (const Environment environment : can.environments) {
    fmt::print(" {}", name(environment));
  }
  fmt::print("\ndeepest pipeline: {}\n\ndurability\n",
             can.max_depth == 0 ? "none" : std::to_string(can.max_depth));
  for (const DurabilityLevel& level : can.durability) {
    fmt::print("  {}:", name(level.level));
    for (const Setting& setting : level.settings) {
      fmt::print(" {}={}", setting.name, setting.value);
    }
    for (const Setting& need : level.needs) {
      fmt::print("  (with {}: {} only)", need.name, need.value);
    }
    fmt::print("{}{}\n", level.note.empty() ? "" : "  ", level.note);
  }
  if (can.options.empty()) {
    return;
  }
  fmt::print("\n");
  report::TextTable table({"setting", "default", "unit", "values", "meaning"});
  for (const Option& option : can.options) {
    table.add({option.name, option.default_value, option.unit, range_of(option), option.help});
  }
  fmt::print("{}", table.text());
}

}  // namespace

void add_describe(CLI::App& app, Action& action) {
  auto options = std::make_shared<DescribeOptions>();
  CLI::App* command = app.add_subcommand("describe", "Shows what a plugin can do and its settings");
  command->add_option("plugin", options->plugin, "The plugin's name")->required();
  command->add_option("--plugin-path", options->plugin_path, "A further folder of plugins");
  command->add_flag("--json", options->json, "Print one JSON value");
  command->footer("Example: assay describe sqlite");
  command->callback([options, &action] {
    action = [options] {
      const Plugins plugins = find_plugins(options->plugin_path);
      const host::Found& found = plugins.at(options->plugin);
      if (options->json) {
        nlohmann::json json;
        host::to_json(json, *found.capabilities);
        json["name"] = found.name;
        json["file"] = found.file.string();
        fmt::print("{}\n", json.dump(2));
      } else {
        print(found);
      }
      return ExitCode::done;
    };
  });
}

}  // namespace assay::cli
