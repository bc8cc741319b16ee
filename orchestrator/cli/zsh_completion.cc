#include <fmt/format.h>

#include <string_view>

#include "cli/completion_text.h"

namespace assay::cli {
namespace {

// Inside single quotes, with `special` characters escaped for what reads them.
std::string quoted(const std::string& text, std::string_view special) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\'') {
      result += "'\\''";
    } else if (special.find(letter) != std::string_view::npos) {
      result += std::string("\\") + letter;
    } else {
      result += letter == '\n' ? ' ' : letter;
    }
  }
  return result;
}

std::string action_of(const OptionText& option) {
  return option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
}

std::string arguments_of(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options) {
    const std::string description = quoted(option.description, "[]:\\");
    if (option.positional) {
      text += fmt::format(" \\\n        '{}:{}:{}'", option.several ? "*" : "",
                          option.names.front(), action_of(option));
      continue;
    }
    for (const std::string& name : option.names) {
      text += fmt::format(
          " \\\n        '{}{}[{}]{}'", option.several ? "*" : "", name, description,
          option.value.empty() ? "" : fmt::format(":{}:{}", option.value, action_of(option)));
    }
  }
  return text;
}

}  // namespace

std::string zsh_completion(const std::vector<CommandText>& texts) {
  std::string commands;
  std::string branches;
  for (std::size_t index = 1; index < texts.size(); ++index) {
    const CommandText& each = texts[index];
    commands += fmt::format("\n    '{}:{}'", each.name, quoted(each.description, ":\\"));
    branches +=
        fmt::format("    {})\n      _arguments{}\n      ;;\n", each.name, arguments_of(each));
  }
  return fmt::format(
      R"(#compdef {0}
# zsh completion of {0}, made by: {0} completion zsh
_{0}() {{
  local -a commands
  commands=({1}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments{2}
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{3}  esac
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)",
      texts.front().name, commands, arguments_of(texts.front()), branches);
}

}  // namespace assay::cli
