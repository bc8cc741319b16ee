#include <fmt/format.h>

#include "cli/completion_text.h"

namespace assay::cli {
namespace {

std::string options_of(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options) {
    if (!option.positional) {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
  }
  return fmt::format("{}", fmt::join(names, " "));
}

std::string words_after_options(const CommandText& command) {
  for (const OptionText& option : command.options) {
    if (option.positional) {
      return fmt::format("{}", fmt::join(option.choices, " "));
    }
  }
  return "";
}

// The branches that say what may follow an option with a value; "-" stands for any file.
std::string values_of(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options) {
    if (!option.positional && !option.value.empty()) {
      text += fmt::format(
          "        {}) values='{}' ;;\n", fmt::join(option.names, "|"),
          option.choices.empty() ? "-" : fmt::format("{}", fmt::join(option.choices, " ")));
    }
  }
  return text;
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& texts) {
  std::vector<std::string> commands;
  std::string branches;
  for (std::size_t index = 1; index < texts.size(); ++index) {
    const CommandText& each = texts[index];
    commands.push_back(each.name);
    branches += fmt::format(
        "    {})\n      options='{}'\n      words='{}'\n      case \"$before\" in\n{}        *) "
        ";;\n"
        "      esac\n      ;;\n",
        each.name, options_of(each), words_after_options(each), values_of(each));
  }
  return fmt::format(
      R"(# bash completion of {0}, made by: {0} completion bash
_{0}() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD - 1]}}"
  local command='' options='' words='' values='' index
  # bash makes a word of its own of the sign in --option=value
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before="${{COMP_WORDS[COMP_CWORD - 2]}}"
  fi
  for ((index = 1; index < COMP_CWORD; ++index)); do
    if [[ ${{COMP_WORDS[index]}} != -* ]]; then
      command="${{COMP_WORDS[index]}}"
      break
    fi
  done
  case "$command" in
    '')
      options='{1}'
      words='{2}'
      ;;
{3}  esac
  COMPREPLY=()
  if [[ -n $values ]]; then
    [[ $values == '-' ]] || COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}}
complete -o default -F _{0} {0}
)",
      texts.front().name, options_of(texts.front()), fmt::join(commands, " "), branches);
}

}  // namespace assay::cli
