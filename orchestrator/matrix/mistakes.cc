#include "matrix/mistakes.h"

#include <fmt/format.h>

#include <tuple>

#include "assay/types.h"

namespace assay::matrix {

Mistakes::Mistakes(std::string file) : file_(std::move(file)) {}

Origin Mistakes::option(std::string label) {
  options_.push_back(std::move(label));
  return {.line = 0, .option = static_cast<std::uint32_t>(options_.size())};
}

void Mistakes::add(Origin where, std::string text) { found_.emplace(where, std::move(text)); }

void Mistakes::fatal(Origin where, std::string_view text) const {
  throw Error(line(where, text), ExitCode::wrong_usage);
}

void Mistakes::throw_if_any() const {
  constexpr std::size_t most = 500;
  if (found_.empty()) {
    return;
  }
  std::string all;
  std::string options;
  std::size_t listed = 0;
  for (const auto& [where, text] : found_) {
    if (listed++ == most) {
      break;
    }
    std::string& part = where.option == 0 ? all : options;
    part += line(where, text) + "\n";
  }
  all += options;
  if (found_.size() > most) {
    all += fmt::format("… and {} more", found_.size() - most);
  } else {
    all.pop_back();
  }
  throw Error(all, ExitCode::wrong_usage);
}

std::string Mistakes::line(Origin where, std::string_view text) const {
  if (where.option != 0) {
    return fmt::format("{}: {}", options_[where.option - 1], text);
  }
  return where.line == 0 ? fmt::format("{}: {}", file_, text)
                         : fmt::format("{}:{}: {}", file_, where.line, text);
}

}  // namespace assay::matrix
