#include "matrix/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace assay::matrix {
namespace {

constexpr std::size_t longest_quoted = 60;
constexpr std::size_t most_listed = 20;

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string quote(std::string_view word) {
  std::string text = "'";
  for (const char each : word.substr(0, longest_quoted)) {
    const auto byte = static_cast<unsigned char>(each);
    text += byte < 0x20 || byte == 0x7f ? '?' : each;
  }
  return text + (word.size() > longest_quoted ? "…'" : "'");
}

std::string join(std::span<const std::string> words) {
  const auto listed = words.first(std::min(words.size(), most_listed));
  std::string text = fmt::format("{}", fmt::join(listed, ", "));
  if (listed.size() < words.size()) {
    text += fmt::format(", … and {} more", words.size() - listed.size());
  }
  return text;
}

std::string nearest(std::string_view word, std::span<const std::string> known) {
  if (word.size() > longest_quoted) {
    return {};
  }
  std::size_t allowed = std::clamp<std::size_t>(word.size() / 3, 1, 4);
  std::string best;
  for (const std::string& each : known) {
    const std::size_t steps = distance(word, each);
    if (steps < each.size() && (steps < allowed || (steps == allowed && best.empty()))) {
      allowed = steps;
      best = each;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  const std::string near = nearest(word, known);
  if (!near.empty()) {
    return fmt::format("; did you mean {}?", quote(near));
  }
  return known.empty() ? "" : fmt::format("; there are: {}", join(known));
}

}  // namespace assay::matrix
