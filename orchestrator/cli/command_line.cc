#include "cli/command_line.h"

namespace assay::cli {

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string text = "'";
  for (const char letter : word) {
    text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  }
  return text + "'";
}

CommandLine command_line(int argc, const char* const* argv) {
  CommandLine line;
  line.program = shell_quoted(argc > 0 && *argv[0] != '\0' ? argv[0] : "assay");
  line.again = line.program;
  for (int index = 1; index < argc; ++index) {
    const std::string_view word = argv[index];
    if (word == "--out") {
      ++index;
    } else if (word != "--resume" && !word.starts_with("--out=")) {
      line.again += " " + shell_quoted(word);
    }
  }
  return line;
}

}  // namespace assay::cli
