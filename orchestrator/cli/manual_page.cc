#include "cli/manual_page.h"

#include <fmt/format.h>

#include <sstream>

namespace assay::cli {
namespace {

// The code point at `at`, which moves to the letter after it. REQUIRES: text is UTF-8.
std::uint32_t code_point(const std::string& text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  std::uint32_t point = first < 0xE0 ? first & 0x1FU : first < 0xF0 ? first & 0x0FU : first & 0x07U;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
    point = (point << 6U) | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return point;
}

// Text that roff prints as it is: no escape, no request at the start of a line, signs as typed.
std::string plain(const std::string& text) {
  std::string result = !text.empty() && (text[0] == '.' || text[0] == '\'') ? "\\&" : "";
  for (std::size_t at = 0; at < text.size();) {
    const char letter = text[at];
    if ((static_cast<unsigned char>(letter) & 0x80U) != 0) {
      result += fmt::format("\\[u{:04X}]", code_point(text, at));
      continue;
    }
    ++at;
    switch (letter) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '^':
        result += "\\(ha";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

// Lines as they are.
std::string verbatim(const std::string& text) {
  std::string result = ".nf\n";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    result += line.empty() ? ".sp\n" : plain(line) + "\n";
  }
  return result + ".fi\n";
}

std::string option_head(const OptionText& option) {
  std::string head;
  for (const std::string& name : option.names) {
    head += fmt::format("{}{}{}\\fR", head.empty() ? "" : ", ", option.positional ? "\\fI" : "\\fB",
                        plain(name));
  }
  if (!option.positional && !option.value.empty()) {
    head += fmt::format(" \\fI{}\\fR", plain(option.value));
  }
  return head;
}

std::string option_text(const OptionText& option) {
  std::string text = plain(option.description);
  if (!option.choices.empty()) {
    text += fmt::format(" (one of: {})", plain(fmt::format("{}", fmt::join(option.choices, ", "))));
  }
  if (!option.default_value.empty()) {
    text += fmt::format(" (default: {})", plain(option.default_value));
  }
  if (option.required) {
    text += " (required)";
  }
  return fmt::format(".TP\n{}\n{}\n", option_head(option), text);
}

std::string synopsis(const std::string& program, const CommandText& command) {
  std::string text = fmt::format("\\fB{} {}\\fR [options]", program, plain(command.name));
  for (const OptionText& option : command.options) {
    if (option.positional) {
      const std::string name =
          fmt::format("\\fI{}\\fR{}", plain(option.names.front()), option.several ? "..." : "");
      text += option.required ? " " + name : " [" + name + "]";
    }
  }
  return text;
}

std::string options_text(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options) {
    text += option_text(option);
  }
  return text;
}

std::string command_section(const std::string& program, const CommandText& command) {
  std::string text =
      fmt::format(".SS {}\n{}\n.PP\n{}.\n{}", plain(command.name), synopsis(program, command),
                  plain(command.description), options_text(command));
  if (!command.footer.empty()) {
    text += ".PP\n" + verbatim(command.footer);
  }
  return text;
}

}  // namespace

std::string manual_page(const std::vector<CommandText>& texts, const std::string& version) {
  const CommandText& program = texts.front();
  std::string text = fmt::format(
      ".\\\" made by: {0} man\n.TH ASSAY 1 \"\" \"{0} {1}\" \"User Commands\"\n.nh\n.ad l\n.SH "
      "NAME\n{0} \\- "
      "compares backends honestly\n.SH SYNOPSIS\n\\fB{0}\\fR \\fIcommand\\fR [options]\n.SH "
      "DESCRIPTION\n{2}\n.SH OPTIONS\n{3}.SH COMMANDS\n",
      program.name, plain(version), plain(program.description), options_text(program));
  for (std::size_t index = 1; index < texts.size(); ++index) {
    text += command_section(program.name, texts[index]);
  }
  return text + ".SH EXIT CODES\n" + verbatim(program.footer);
}

}  // namespace assay::cli
