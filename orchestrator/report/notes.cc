// The sentences under a table.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/entry_text.h"

namespace assay::report {
namespace {

std::string tie_text(const Grid& grid, std::size_t row, std::size_t column) {
  const Entry& entry = grid.entries[row][column];
  const Figure ratio = ratio_figure(entry.to_leader);
  std::string text = fmt::format("{}, {}: {} to {}", row_name(grid, row), column_head(grid, column),
                                 ratio.low, ratio.high);
  if (entry.detectable) {
    text += fmt::format(" ({} %)", rounded(*entry.detectable * 100, *entry.detectable * 10));
  }
  return text;
}

std::string ties_note(const Grid& grid) {
  std::vector<std::string> told;
  bool any = false;
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    for (std::size_t column = 0; column < grid.columns.size(); ++column) {
      const Entry& entry = grid.entries[row][column];
      any = any || entry.tied;
      if (entry.tied && entry.to_leader.interval) {
        told.push_back(tie_text(grid, row, column));
      }
    }
  }
  if (told.empty()) {
    return any ? "A tie here says nothing: it takes six common rounds to tell cells apart." : "";
  }
  return fmt::format(
      "A tie is no proof of equality. The 95 % interval of the ratio to the best of the row (and "
      "the smallest difference that four runs of five would have shown):\n- {}",
      fmt::join(told, "\n- "));
}

template <typename Holds>
bool any_entry(const Grid& grid, Holds holds) {
  for (const auto& row : grid.entries) {
    for (const Entry& entry : row) {
      if (holds(entry)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string why_empty(const Grid& grid) {
  std::map<std::string, std::size_t> reasons;
  for (const auto& row : grid.entries) {
    for (const Entry& entry : row) {
      if (entry.value.median) {
        return "";
      }
      if (entry.cell != nullptr) {
        ++reasons[missing_text(grid, entry)];
      }
    }
  }
  if (reasons.size() == 1) {
    return fmt::format("No cell has a figure: {}.", reasons.begin()->first);
  }
  std::vector<std::string> parts;
  parts.reserve(reasons.size());
  for (const auto& [reason, count] : reasons) {
    parts.push_back(fmt::format("{} {}", count, reason));
  }
  return parts.empty() ? "No cell of the run belongs here."
                       : fmt::format("No cell has a figure: {}.", fmt::join(parts, ", "));
}

std::vector<std::string> notes(const Grid& grid) {
  std::vector<std::string> sentences;
  if (!grid.unranked.empty()) {
    sentences.push_back(fmt::format("Not ranked: {}.", grid.unranked));
  }
  for (const auto& row : grid.entries) {
    for (const Entry& entry : row) {
      const std::string sentence = fmt::format("No ratio where {}.", entry.ratio_refused);
      if (!entry.ratio_refused.empty() &&
          std::find(sentences.begin(), sentences.end(), sentence) == sentences.end()) {
        sentences.push_back(sentence);
      }
    }
  }
  if (std::string ties = ties_note(grid); !ties.empty()) {
    sentences.push_back(std::move(ties));
  }
  if (any_entry(grid, [](const Entry& entry) {
        return (entry.value.median && !entry.value.interval) ||
               (entry.ratio.median && !entry.ratio.interval);
      })) {
    sentences.emplace_back(
        "In parentheses: the range of fewer than six rounds, which is no 95 % interval.");
  }
  return sentences;
}

}  // namespace assay::report
