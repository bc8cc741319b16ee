// The mistakes found in a matrix, collected so that all are reported in one go.
// Not thread-safe: one per reading.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::matrix {

// Where something was written: a line of the file, or an option of the command line.
struct Origin {
  std::uint32_t line = 0;    // from 1; 0 when it is not in the file
  std::uint32_t option = 0;  // from 1, as Mistakes::option gave it; 0 when it is in the file

  auto operator<=>(const Origin&) const =
      default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs on <=>
};

class Mistakes {
 public:
  // `file` is how messages name the file.
  explicit Mistakes(std::string file);

  // Registers an option, "--set rounds=0", as a place mistakes may be in.
  Origin option(std::string label);

  // The same text at the same place counts once.
  void add(Origin where, std::string text);

  // Throws Error (wrong_usage) with this one mistake: for what makes reading on senseless.
  [[noreturn]] void fatal(Origin where, std::string_view text) const;

  std::size_t count() const { return found_.size(); }

  // Throws Error (wrong_usage) with a line for each, those of the file first, by line, when there
  // are any. Hostile files get the first 500 and how many more there are.
  void throw_if_any() const;

 private:
  std::string line(Origin where, std::string_view text) const;

  std::string file_;
  std::vector<std::string> options_;
  std::set<std::pair<Origin, std::string>> found_;
};

}  // namespace assay::matrix
