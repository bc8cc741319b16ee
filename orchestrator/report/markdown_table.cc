#include "report/markdown_table.h"

namespace assay::report {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\n' || letter == '\r') {
      result += ' ';
    } else {
      result += letter == '|' ? "\\|" : std::string(1, letter);
    }
  }
  return result;
}

std::string line_text(const std::vector<std::string>& columns) {
  std::string text = "|";
  for (const std::string& column : columns) {
    text += " " + escaped(column) + " |";
  }
  return text + "\n";
}

}  // namespace

std::string markdown_table(const Lines& lines, std::size_t figures_from) {
  std::string text = line_text(lines.front());
  std::vector<std::string> rules;
  for (std::size_t column = 0; column < lines.front().size(); ++column) {
    rules.emplace_back(column < figures_from ? "---" : "---:");
  }
  text += line_text(rules);
  for (std::size_t line = 1; line < lines.size(); ++line) {
    text += line_text(lines[line]);
  }
  return text;
}

}  // namespace assay::report
