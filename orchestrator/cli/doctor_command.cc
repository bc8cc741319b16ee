// assay doctor: is this machine fit to measure, and what is installed on it.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/plugins.h"
#include "observe/judgement.h"
#include "observe/machine.h"
#include "observe/programs.h"
#include "report/text_table.h"

namespace assay::cli {
namespace {

using nlohmann::json;

struct DoctorOptions {
  std::filesystem::path data = ".";
  double seconds = 2;
  bool as_json = false;
  std::vector<std::filesystem::path> plugin_path;
};

struct Examined {
  std::filesystem::path data_folder;
  json machine;
  std::vector<observe::Judgement> judgements;
  std::vector<observe::Program> programs;
  std::vector<host::Found> plugins;
};

// The clock and the disk are asked before other programs are started.
Examined examine(const DoctorOptions& options) {
  std::filesystem::path folder = std::filesystem::weakly_canonical(options.data);
  const std::chrono::duration<double> sample(options.seconds);
  json machine =
      observe::machine(folder, std::chrono::duration_cast<std::chrono::nanoseconds>(sample));
  std::vector<observe::Judgement> judgements = observe::judgements(machine);
  std::vector<observe::Program> programs = observe::find_programs(observe::program_folders());
  return {std::move(folder), std::move(machine), std::move(judgements), std::move(programs),
          find_plugins(options.plugin_path).found};
}

json to_json(const Examined& found) {
  json judgements = json::array();
  for (const observe::Judgement& each : found.judgements) {
    judgements.push_back({{"subject", each.subject},
                          {"weight", observe::name(each.weight)},
                          {"found", each.found},
                          {"why", each.why},
                          {"advice", each.advice}});
  }
  json programs = json::array();
  for (const observe::Program& each : found.programs) {
    programs.push_back({{"system", each.system},
                        {"kind", each.kind},
                        {"file", each.file ? json(each.file->string()) : json()},
                        {"version", each.version.empty() ? json() : json(each.version)},
                        {"advice", each.advice}});
  }
  json plugins = json::array();
  for (const host::Found& each : found.plugins) {
    plugins.push_back({{"name", each.name},
                       {"library", each.capabilities ? json(each.capabilities->library) : json()},
                       {"error", each.error}});
  }
  return {{"schema", 1},
          {"data_folder", found.data_folder.string()},
          {"worst", observe::name(found.judgements.front().weight)},
          {"judgements", std::move(judgements)},
          {"programs", std::move(programs)},
          {"plugins", std::move(plugins)},
          {"machine", found.machine}};
}

void print_judgements(const Examined& found) {
  const auto field = [&](const char* name) {
    const json value = found.machine.value(name, json());
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "?" : value.dump();
  };
  fmt::print("{}, {} CPUs, {}; data folder {}\n\n", field("cpu_model"), field("cpu_count"),
             field("kernel"), found.data_folder.string());
  for (const observe::Judgement& each : found.judgements) {
    fmt::print("{:8} {:23} {}\n", observe::name(each.weight), each.subject, each.found);
    if (!each.advice.empty()) {
      fmt::print("{:8} {:23} -> {}\n", "", "", each.advice);
    }
  }
}

void print_installed(const Examined& found) {
  fmt::print("\nserver programs and container engines\n");
  report::TextTable table({"system", "version", "file"});
  for (const observe::Program& each : found.programs) {
    const std::string where = each.file ? each.file->string() : "not found";
    table.add({each.system, each.version.empty() ? "-" : each.version,
               each.advice.empty() ? where : where + " -> " + each.advice});
  }
  fmt::print("{}\nplugins\n", table.text("  "));
  report::TextTable plugins({"plugin", "library"});
  for (const host::Found& each : found.plugins) {
    plugins.add({each.name,
                 each.capabilities ? each.capabilities->library : "cannot be used: " + each.error});
  }
  fmt::print("{}", plugins.text("  "));
}

ExitCode doctor(const DoctorOptions& options) {
  const Examined found = examine(options);
  if (options.as_json) {
    fmt::print("{}\n", to_json(found).dump(2));
  } else {
    print_judgements(found);
    print_installed(found);
  }
  return ExitCode::done;
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = app.add_subcommand(
      "doctor", "Says whether this machine is fit to measure, and what to do about it");
  command->add_option("--data", options->data, "The folder whose disk is judged")
      ->capture_default_str();
  command
      ->add_option("--seconds", options->seconds,
                   "How long a thread spins to see the machine's own pauses")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
  command->add_option("--plugin-path", options->plugin_path, "A further folder of plugins");
  command->add_flag("--json", options->as_json, "Print one JSON value");
  command->footer(
      "What it finds is advice and no failure: the exit code is 0, or 3 where the folder cannot "
      "be\n"
      "written. A report names the same findings as the sources of bias of its run.\n\n"
      "Example: assay doctor --data /var/lib/postgresql");
  command->callback([options, &action] { action = [options] { return doctor(*options); }; });
}

}  // namespace assay::cli
