#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyse/analyse.h"

namespace assay::analyse {

namespace {

using Cells = std::span<const results::CellResult* const>;

std::string durability_of(const results::CellResult& cell) {
  const auto found = cell.read_back.find("durability");
  return found != cell.read_back.end() ? found->second : std::string(name(cell.cell.durability));
}

std::optional<double> median_of(const results::CellResult& cell, const std::string& metric) {
  const auto found = cell.summary.find(metric);
  return found == cell.summary.end() || cell.failed ? std::nullopt : found->second.median;
}

std::optional<std::size_t> leader(Cells cells, const std::string& metric) {
  std::optional<std::size_t> first;
  double best_median = 0;
  for (std::size_t index = 0; index < cells.size(); ++index) {
    const std::optional<double> value = median_of(*cells[index], metric);
    const bool better =
        value &&
        (!first || (greater_is_better(metric) ? *value > best_median : *value < best_median));
    if (better) {
      first = index;
      best_median = *value;
    }
  }
  return first;
}

using Rounds = std::vector<std::optional<double>>;

bool excludes(const results::Summary& summary, double value) {
  return summary.interval && (*summary.low > value || *summary.high < value);
}

results::Summary difference(const Rounds& a, const Rounds& b) {
  std::vector<double> differences;
  for (std::size_t round = 0; round < a.size(); ++round) {
    if (a[round] && b[round]) {
      differences.push_back(*a[round] - *b[round]);
    }
  }
  return summarise(differences);
}

bool told_apart(const Rounds& values, const Rounds& leading) {
  const bool divides =
      std::none_of(leading.begin(), leading.end(), [](const auto& value) { return value == 0.0; });
  return divides ? excludes(ratio(values, leading), 1) : excludes(difference(values, leading), 0);
}

}  // namespace

std::optional<std::string> ranking_refused(Cells cells) {
  std::set<std::string> levels;
  for (const results::CellResult* cell : cells) {
    levels.insert(durability_of(*cell));
  }
  if (levels.size() < 2) {
    return std::nullopt;
  }
  std::string list;
  for (const std::string& level : levels) {
    list += (list.empty() ? "" : ", ") + level;
  }
  return fmt::format("durability levels differ ({}): acknowledged writes survive different things",
                     list);
}

std::vector<Standing> best(Cells cells, const std::string& metric, std::uint32_t rounds) {
  std::vector<Standing> winners;
  const std::optional<std::size_t> first = leader(cells, metric);
  if (!first || ranking_refused(cells)) {
    return winners;
  }
  const auto leading = by_round(*cells[*first], metric, rounds);
  for (std::size_t index = 0; index < cells.size(); ++index) {
    if (!median_of(*cells[index], metric)) {
      continue;
    }
    if (index == *first) {
      winners.push_back({.index = index, .to_leader = {}, .detectable = std::nullopt});
      continue;
    }
    const auto values = by_round(*cells[index], metric, rounds);
    if (!told_apart(values, leading)) {
      winners.push_back({.index = index,
                         .to_leader = ratio(values, leading),
                         .detectable = smallest_detectable(values, leading)});
    }
  }
  return winners;
}

}  // namespace assay::analyse
