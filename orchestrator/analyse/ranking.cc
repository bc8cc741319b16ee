#include <fmt/format.h>

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
  return fmt::format("not ranked: their acknowledged writes survive different things ({})", list);
}

std::vector<std::size_t> best(Cells cells, const std::string& metric, std::uint32_t rounds) {
  std::vector<std::size_t> winners;
  const std::optional<std::size_t> first = leader(cells, metric);
  if (!first || ranking_refused(cells)) {
    return winners;
  }
  const auto leading = by_round(*cells[*first], metric, rounds);
  for (std::size_t index = 0; index < cells.size(); ++index) {
    if (!median_of(*cells[index], metric)) {
      continue;
    }
    const results::Summary to_leader = ratio(by_round(*cells[index], metric, rounds), leading);
    const bool told_apart = to_leader.interval && (*to_leader.low > 1 || *to_leader.high < 1);
    if (index == *first || !told_apart) {
      winners.push_back(index);
    }
  }
  return winners;
}

}  // namespace assay::analyse
