#include "report/marked_document.h"

#include <fmt/format.h>

#include <optional>
#include <regex>
#include <sstream>

#include "assay/types.h"

namespace assay::report {
namespace {

constexpr const char* example = "<!-- assay: runs/first table writes -->";
constexpr const char* closing = "<!-- /assay -->";

// "```" or "~~~" and more, which begin and end code.
std::string fence_of(const std::string& line) {
  static const std::regex fence("^ {0,3}(`{3,}|~{3,})(.*)$");
  std::smatch match;
  return std::regex_match(line, match, fence) ? match.str(1) : "";
}

bool meant_as_mark(const std::string& line) {
  static const std::regex mark(R"(^\s*<!--\s*/?\s*assay\b.*$)", std::regex::icase);
  return std::regex_match(line, mark);
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string::npos
             ? ""
             : line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<Mark> opening_mark(const std::string& line) {
  static const std::regex form(R"(^<!-- assay: (\S+(?: \S+)*) (table|bars) (\S+) -->$)");
  std::smatch match;
  const std::string text = trimmed(line);
  if (!std::regex_match(text, match, form)) {
    return std::nullopt;
  }
  Mark mark{{}, match.str(2) == "bars", match.str(3)};
  std::istringstream runs(match.str(1));
  for (std::string run; runs >> run;) {
    mark.runs.push_back(run);
  }
  return mark;
}

class Rewriter {
 public:
  Rewriter(const std::string& name, const std::function<std::string(const Mark&)>& content)
      : name_(name), content_(content) {}

  void take(const std::string& line) {
    ++number_;
    if ((opened_at_ == 0 && in_code(line)) || !meant_as_mark(line)) {
      keep(line);
    } else if (trimmed(line) == closing) {
      close(line);
    } else if (const std::optional<Mark> mark = opening_mark(line)) {
      open(line, *mark);
    } else {
      mistake(number_, fmt::format("this mark cannot be read; write {} or {}", example, closing));
    }
  }

  std::string result() {
    if (opened_at_ != 0) {
      mistake(opened_at_, fmt::format("this mark is never closed; end it with {}", closing));
    } else if (marks_ == 0 && mistakes_.empty()) {
      mistakes_ = fmt::format("{}: no mark in it; write {} and {} where a table is wanted", name_,
                              example, closing);
    }
    if (!mistakes_.empty()) {
      throw Error(mistakes_, ExitCode::wrong_usage);
    }
    return text_;
  }

 private:
  // Whether the line is inside fenced code, the fences included.
  bool in_code(const std::string& line) {
    const std::string fence = fence_of(line);
    if (fence_.empty()) {
      fence_ = fence;
      return !fence.empty();
    }
    if (fence.starts_with(fence_) && trimmed(line) == fence) {
      fence_.clear();
    }
    return true;
  }

  void keep(const std::string& line) {
    if (opened_at_ == 0) {
      text_ += line + "\n";
    }
  }

  void open(const std::string& line, const Mark& mark) {
    if (opened_at_ != 0) {
      mistake(number_, fmt::format("the mark of line {} is not closed yet; write {} before this",
                                   opened_at_, closing));
      return;
    }
    ++marks_;
    text_ += line + "\n\n";
    opened_at_ = number_;
    try {
      text_ += content_(mark);
    } catch (const Error& error) {
      mistake(number_, error.what());
    }
  }

  void close(const std::string& line) {
    if (opened_at_ == 0) {
      mistake(number_, fmt::format("there is nothing to close here; begin with {}", example));
      return;
    }
    opened_at_ = 0;
    text_ += "\n" + line + "\n";
  }

  void mistake(std::size_t line, const std::string& text) {
    mistakes_ += fmt::format("{}{}:{}: {}", mistakes_.empty() ? "" : "\n", name_, line, text);
  }

  const std::string& name_;
  const std::function<std::string(const Mark&)>& content_;
  std::string text_;
  std::string mistakes_;
  std::string fence_;          // that the code we are in began with
  std::size_t number_ = 0;     // of the line
  std::size_t opened_at_ = 0;  // the line of the open mark; 0: none is
  std::size_t marks_ = 0;
};

}  // namespace

std::string with_marked_parts(const std::string& document, const std::string& name,
                              const std::function<std::string(const Mark&)>& content) {
  Rewriter rewriter(name, content);
  std::istringstream lines(document);
  for (std::string line; std::getline(lines, line);) {
    rewriter.take(line);
  }
  std::string text = rewriter.result();
  if (!document.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

}  // namespace assay::report
