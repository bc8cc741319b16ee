// The program: reads the command line, runs one command, and turns errors into the exit codes that
// scripts rely on.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "cli/command.h"
#include "cli/version.h"

namespace {

// CLI11 would only say that a command is required.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') {
    return;
  }
  std::string names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == argv[1]) {
      return;
    }
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  throw assay::Error(fmt::format("there is no command '{}'; the commands are: {}", argv[1], names),
                     assay::ExitCode::wrong_usage);
}

assay::ExitCode run(int argc, char** argv) {
  CLI::App app{"Compares backends honestly: runs a comparison matrix and writes the report.",
               "assay"};
  app.set_version_flag("--version", assay::cli::version_text());
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 a cell failed, 2 wrong usage or matrix, 3 cannot run here,\n"
      "4 not comparable, 130 stopped by Ctrl-C with the journal kept.\n\n"
      "Example: assay run matrices/quick.yaml");
  assay::cli::Action action;
  assay::cli::add_run(app, action, assay::cli::command_line(argc, argv));
  assay::cli::add_report(app, action);
  assay::cli::add_export(app, action);
  assay::cli::add_list(app, action);
  assay::cli::add_describe(app, action);
  assay::cli::add_doctor(app, action);
  assay::cli::add_check_plugin(app, action);
  assay::cli::add_clean(app, action);
  assay::cli::add_completion(app, action);
  assay::cli::add_man(app, action);
  refuse_unknown_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? assay::ExitCode::done : assay::ExitCode::wrong_usage;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const assay::Error& error) {
    fmt::print(stderr, "assay: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "assay: out of memory; close other programs or use a smaller matrix\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "assay: {}\n", error.what());
  }
  return static_cast<int>(assay::ExitCode::cannot_run_here);
}
