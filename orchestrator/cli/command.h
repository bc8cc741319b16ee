// How the program's commands plug into its command line: each file adds one subcommand and, when it
// was the one asked for, leaves what to do in the action. main runs the action and is the only
// place that turns errors into exit codes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "assay/types.h"
#include "cli/command_line.h"

namespace assay::cli {

using Action = std::function<ExitCode()>;

void add_run(CLI::App& app, Action& action, const CommandLine& command_line);
void add_export(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_describe(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);
void add_check_plugin(CLI::App& app, Action& action);
void add_clean(CLI::App& app, Action& action);
void add_completion(CLI::App& app, Action& action);
void add_man(CLI::App& app, Action& action);

}  // namespace assay::cli
