// assay completion, assay man: what shells and man(1) know of the program, made from its own
// command line.
#include <fmt/core.h>

#include <array>

#include "cli/command.h"
#include "cli/completion_text.h"
#include "cli/manual_page.h"
#include "cli/version.h"

namespace assay::cli {
namespace {

struct Shell {
  const char* name;
  std::string (*script)(const std::vector<CommandText>& texts);
};

constexpr std::array shells{Shell{"bash", bash_completion}, Shell{"fish", fish_completion},
                            Shell{"zsh", zsh_completion}};

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  auto wanted = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Prints the script by which a shell completes the commands");
  std::vector<std::string> names;
  names.reserve(shells.size());
  for (const Shell& shell : shells) {
    names.emplace_back(shell.name);
  }
  command->add_option("shell", *wanted, "The shell")->required()->check(CLI::IsMember(names));
  command->footer(
      "Example: assay completion bash > ~/.local/share/bash-completion/completions/assay");
  command->callback([wanted, &app, &action] {
    action = [wanted, &app] {
      for (const Shell& shell : shells) {
        if (*wanted == shell.name) {
          fmt::print("{}", shell.script(command_texts(app)));
        }
      }
      return ExitCode::done;
    };
  });
}

void add_man(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("man", "Prints the manual page");
  command->footer("Example: assay man > assay.1 && man -l assay.1");
  command->callback([&app, &action] {
    action = [&app] {
      fmt::print("{}", manual_page(command_texts(app), version()));
      return ExitCode::done;
    };
  });
}

}  // namespace assay::cli
