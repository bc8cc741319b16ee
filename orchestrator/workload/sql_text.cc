#include "workload/sql_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::workload {

namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How many characters from `from` on could be a name.
std::size_t name_size(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && (is_letter(text[end]) || (end > from && is_digit(text[end])))) {
    ++end;
  }
  return end - from;
}

// Where what begins at `from` ends. A doubled mark inside is the end of one and the begin of
// another.
std::size_t end_of(std::string_view text, std::size_t from, std::size_t open_size,
                   std::string_view close, std::string_view what) {
  const std::size_t found = text.find(close, from + open_size);
  if (found == npos) {
    throw Error(fmt::format("the {} that begins at {} has no end", what,
                            text.substr(from, std::min<std::size_t>(20, text.size() - from))),
                ExitCode::wrong_usage);
  }
  return found + close.size();
}

// The end of PostgreSQL's $tag$ … $tag$ that begins at `from`, or `from` when none does.
std::size_t end_of_dollar_text(std::string_view text, std::size_t from) {
  const std::size_t tag = name_size(text, from + 1);
  if (from + 1 + tag >= text.size() || text[from + 1 + tag] != '$') {
    return from;
  }
  return end_of(text, from, tag + 2, text.substr(from, tag + 2), "text");
}

// The end of the comment that begins at `from`, or `from` when none does.
std::size_t end_of_comment(std::string_view text, std::size_t from) {
  if (text.substr(from, 2) == "--") {
    return std::min(text.find('\n', from), text.size());
  }
  return text.substr(from, 2) == "/*" ? end_of(text, from, 2, "*/", "comment") : from;
}

// The end of what begins at `from` and is no code, or `from` when nothing such does.
std::size_t skip(std::string_view text, std::size_t from) {
  switch (text[from]) {
    case '\'':
      return end_of(text, from, 1, "'", "text");
    case '"':
      return end_of(text, from, 1, "\"", "quoted name");
    case '`':
      return end_of(text, from, 1, "`", "quoted name");
    case '$':
      return end_of_dollar_text(text, from);
    default:
      return end_of_comment(text, from);
  }
}

}  // namespace

NamedStatement find_names(std::string_view statement) {
  NamedStatement found;
  std::string text;
  for (std::size_t at = 0; at < statement.size();) {
    if (const std::size_t end = skip(statement, at); end != at) {
      text += statement.substr(at, end - at);
      at = end;
      continue;
    }
    const std::size_t size = statement[at] == ':' ? name_size(statement, at + 1) : 0;
    if (size > 0 && (at == 0 || statement[at - 1] != ':')) {
      found.texts.push_back(std::exchange(text, {}));
      found.names.emplace_back(statement.substr(at + 1, size));
      at += 1 + size;
    } else {
      text += statement[at++];
    }
  }
  found.texts.push_back(std::move(text));
  return found;
}

NumberedStatement number_names(const NamedStatement& statement, Placeholders style) {
  NumberedStatement numbered;
  for (std::size_t i = 0; i < statement.names.size(); ++i) {
    const auto known = std::ranges::find(numbered.names, statement.names[i]);
    auto number = static_cast<std::size_t>(known - numbered.names.begin());
    if (known == numbered.names.end() || style == Placeholders::question) {
      number = numbered.names.size();
      numbered.names.push_back(statement.names[i]);
    }
    numbered.text += statement.texts[i] + placeholder(style, number + 1);
  }
  numbered.text += statement.texts.back();
  return numbered;
}

std::string first_word(std::string_view statement) {
  std::size_t at = 0;
  while (at < statement.size() && !is_letter(statement[at])) {
    const std::size_t end = end_of_comment(statement, at);
    at = end == at ? at + 1 : end;
  }
  std::string word(statement.substr(at, name_size(statement, at)));
  std::ranges::transform(word, word.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  });
  return word;
}

}  // namespace assay::workload
