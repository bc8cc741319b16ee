// assay list: the plugins, workloads and metrics a matrix may name.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/plugins.h"
#include "matrix/metrics.h"
#include "report/text_table.h"
#include "workload/catalogue.h"

namespace assay::cli {
namespace {

struct ListOptions {
  std::string what = "plugins";
  bool json = false;
  std::vector<std::filesystem::path> plugin_path;
};

std::string components_of(const Capabilities& capabilities) {
  std::string text;
  for (const Component component : capabilities.components) {
    text += (text.empty() ? "" : ", ") + std::string(name(component));
  }
  return text;
}

std::string levels_of(const Capabilities& capabilities) {
  std::string text;
  for (const DurabilityLevel& level : capabilities.durability) {
    text += (text.empty() ? "" : ", ") + std::string(name(level.level));
  }
  return text;
}

ExitCode list_plugins(const ListOptions& options) {
  const Plugins plugins = find_plugins(options.plugin_path);
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const host::Found& found : plugins.found) {
      nlohmann::json one{{"name", found.name}, {"file", found.file.string()}};
      if (found.capabilities) {
        host::to_json(one["capabilities"], *found.capabilities);
      } else {
        one["error"] = found.error;
      }
      all.push_back(std::move(one));
    }
    fmt::print("{}\n", all.dump(2));
    return ExitCode::done;
  }
  report::TextTable table({"plugin", "library", "components", "durability"});
  for (const host::Found& found : plugins.found) {
    if (found.capabilities) {
      table.add({found.name, found.capabilities->library, components_of(*found.capabilities),
                 levels_of(*found.capabilities)});
    } else {
      table.add({found.name, "cannot be used: " + found.error, "", ""});
    }
  }
  fmt::print("{}", table.text());
  return ExitCode::done;
}

ExitCode list_workloads(const ListOptions& options) {
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const workload::Description& each : workload::catalogue()) {
      nlohmann::json parameters = nlohmann::json::array();
      for (const workload::Parameter& parameter : each.parameters) {
        parameters.push_back({{"name", parameter.name},
                              {"unit", parameter.unit},
                              {"default", parameter.default_value},
                              {"help", parameter.help}});
      }
      all.push_back({{"name", each.name},
                     {"component", name(each.component)},
                     {"help", each.help},
                     {"parameters", std::move(parameters)}});
    }
    fmt::print("{}\n", all.dump(2));
    return ExitCode::done;
  }
  for (const workload::Description& each : workload::catalogue()) {
    fmt::print("{} ({}): {}\n", each.name, name(each.component), each.help);
    for (const workload::Parameter& parameter : each.parameters) {
      fmt::print("    {} = {}{}{}: {}\n", parameter.name, parameter.default_value.dump(),
                 parameter.unit.empty() ? "" : " ", parameter.unit, parameter.help);
    }
  }
  return ExitCode::done;
}

ExitCode list_metrics(const ListOptions& options) {
  if (options.json) {
    nlohmann::json all = nlohmann::json::array();
    for (const matrix::Metric& metric : matrix::metrics()) {
      all.push_back({{"name", metric.name},
                     {"title", metric.title},
                     {"units", matrix::units(metric)},
                     {"greater_is_better", metric.greater_is_better}});
    }
    fmt::print("{}\n", all.dump(2));
    return ExitCode::done;
  }
  report::TextTable table({"metric", "units, the default first", "meaning"});
  for (const matrix::Metric& metric : matrix::metrics()) {
    table.add(
        {metric.name, fmt::format("{}", fmt::join(matrix::units(metric), ", ")), metric.title});
  }
  fmt::print("{}", table.text());
  return ExitCode::done;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command =
      app.add_subcommand("list", "Lists the plugins, workloads or metrics a matrix may name");
  command->add_option("what", options->what, "plugins, workloads or metrics")
      ->check(CLI::IsMember({"plugins", "workloads", "metrics"}))
      ->capture_default_str();
  command->add_option("--plugin-path", options->plugin_path, "A further folder of plugins");
  command->add_flag("--json", options->json, "Print one JSON value");
  command->footer("Example: assay list workloads");
  command->callback([options, &action] {
    action = [options] {
      return options->what == "plugins"     ? list_plugins(*options)
             : options->what == "workloads" ? list_workloads(*options)
                                            : list_metrics(*options);
    };
  });
}

}  // namespace assay::cli
