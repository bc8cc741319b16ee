#include <fmt/format.h>

#include "cli/completion_text.h"

namespace assay::cli {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') {
      result += '\\';
    }
    result += letter == '\n' ? ' ' : letter;
  }
  return result + "'";
}

std::string condition(const std::string& program, const std::string& command) {
  return command == program ? std::string("__fish_use_subcommand")
                            : fmt::format("__fish_seen_subcommand_from {}", command);
}

std::string line_of(const std::string& program, const CommandText& command,
                    const OptionText& option) {
  std::string line =
      fmt::format("complete -c {} -n {}", program, quoted(condition(program, command.name)));
  if (!option.positional) {
    for (const std::string& name : option.names) {
      line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
  }
  if (!option.choices.empty()) {
    line += fmt::format(" -x -a {}", quoted(fmt::format("{}", fmt::join(option.choices, " "))));
  } else if (!option.value.empty() && !option.positional) {
    line += " -r";
  }
  return line + fmt::format(" -d {}\n", quoted(option.description));
}

}  // namespace

std::string fish_completion(const std::vector<CommandText>& texts) {
  const std::string& program = texts.front().name;
  std::string text =
      fmt::format("# fish completion of {0}, made by: {0} completion fish\n", program);
  for (std::size_t index = 1; index < texts.size(); ++index) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d {}\n", program,
                        texts[index].name, quoted(texts[index].description));
  }
  for (const CommandText& command : texts) {
    for (const OptionText& option : command.options) {
      if (!option.positional || !option.choices.empty()) {
        text += line_of(program, command, option);
      }
    }
  }
  return text;
}

}  // namespace assay::cli
