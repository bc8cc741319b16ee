#include "report/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyse/analyse.h"
#include "matrix/select.h"

namespace assay::report {
namespace {

std::vector<std::string> labels_of(const matrix::Cell& cell, const std::vector<std::string>& axes) {
  std::vector<std::string> labels;
  labels.reserve(axes.size());
  for (const std::string& axis : axes) {
    labels.push_back(matrix::axis_value(cell, axis).value_or("-"));
  }
  return labels;
}

// Index of the labels, appended when they are new.
std::size_t index_of(std::vector<std::vector<std::string>>& known,
                     const std::vector<std::string>& labels) {
  const auto found = std::find(known.begin(), known.end(), labels);
  if (found != known.end()) {
    return static_cast<std::size_t>(found - known.begin());
  }
  known.push_back(labels);
  return known.size() - 1;
}

void place_cells(const results::Run& run, Grid& grid) {
  struct Placed {
    std::size_t row;
    std::size_t column;
    const results::CellResult* cell;
  };

  std::vector<Placed> placed;
  for (const results::CellResult& cell : run.cells) {
    if (matrix::matches(cell.cell, grid.table->where)) {
      placed.push_back({index_of(grid.rows, labels_of(cell.cell, grid.table->rows)),
                        index_of(grid.columns, labels_of(cell.cell, grid.table->columns)), &cell});
    }
  }
  grid.entries.assign(grid.rows.size(), std::vector<Entry>(grid.columns.size()));
  for (const Placed& each : placed) {
    Entry& entry = grid.entries[each.row][each.column];
    entry.cell = each.cell;
    const auto found = each.cell->summary.find(grid.table->metric);
    if (found != each.cell->summary.end() && !each.cell->failed) {
      entry.value = found->second;
    }
  }
}

std::size_t baseline_of(const Grid& grid) {
  const matrix::Table& table = *grid.table;
  if (table.baseline.empty()) {
    return grid.columns.size();
  }
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    const bool matches =
        std::all_of(table.baseline.begin(), table.baseline.end(), [&](const auto& wanted) {
          const auto axis = std::find(table.columns.begin(), table.columns.end(), wanted.first);
          return axis != table.columns.end() &&
                 grid.columns[column][static_cast<std::size_t>(axis - table.columns.begin())] ==
                     wanted.second;
        });
    if (matches) {
      return column;
    }
  }
  return grid.columns.size();
}

void fill_ratios(const results::Run& run, Grid& grid) {
  if (grid.baseline == grid.columns.size()) {
    return;
  }
  for (auto& row : grid.entries) {
    const Entry& base = row[grid.baseline];
    if (base.cell == nullptr || !base.value.median) {
      continue;
    }
    const auto base_rounds = analyse::by_round(*base.cell, grid.table->metric, run.run.rounds);
    for (Entry& entry : row) {
      if (entry.cell == nullptr || entry.cell == base.cell || !entry.value.median) {
        continue;
      }
      if (const auto refused = analyse::ranking_refused(std::array{base.cell, entry.cell})) {
        entry.ratio_refused = *refused;
        continue;
      }
      entry.ratio = analyse::ratio(
          analyse::by_round(*entry.cell, grid.table->metric, run.run.rounds), base_rounds);
    }
  }
}

// Columns are ranked only when they are things a reader chooses between, at one durability level.
std::string why_unranked(const Grid& grid) {
  const auto is_choice = [](const std::string& axis) {
    return axis == "backend" || axis == "plugin" || axis == "environment" ||
           axis.starts_with("settings.");
  };
  const auto& axes = grid.table->columns;
  if (grid.columns.size() < 2) {
    return "";
  }
  if (std::none_of(axes.begin(), axes.end(), is_choice)) {
    return "the columns are no alternatives to choose from";
  }
  for (const auto& row : grid.entries) {
    std::vector<const results::CellResult*> cells;
    for (const Entry& entry : row) {
      if (entry.cell != nullptr) {
        cells.push_back(entry.cell);
      }
    }
    if (const auto refused = analyse::ranking_refused(cells)) {
      return *refused;
    }
  }
  return "";
}

void mark_best(const results::Run& run, Grid& grid) {
  for (auto& row : grid.entries) {
    std::vector<const results::CellResult*> cells;
    std::vector<Entry*> entries;
    for (Entry& entry : row) {
      if (entry.value.median) {
        cells.push_back(entry.cell);
        entries.push_back(&entry);
      }
    }
    if (cells.size() < 2) {
      continue;
    }
    const auto best = analyse::best(cells, grid.table->metric, run.run.rounds);
    for (const analyse::Standing& standing : best) {
      Entry& entry = *entries[standing.index];
      entry.best = true;
      entry.tied = best.size() > 1;
      entry.to_leader = standing.to_leader;
      entry.detectable = standing.detectable;
    }
  }
}

double largest_of(const Grid& grid) {
  double largest = 0;
  for (const auto& row : grid.entries) {
    for (const Entry& entry : row) {
      largest = std::max(largest, entry.value.median.value_or(0));
    }
  }
  return largest;
}

}  // namespace

Grid make_grid(const results::Run& run, const matrix::Table& table) {
  Grid grid;
  grid.table = &table;
  place_cells(run, grid);
  grid.baseline = baseline_of(grid);
  fill_ratios(run, grid);
  grid.unranked = why_unranked(grid);
  if (grid.unranked.empty()) {
    mark_best(run, grid);
  }
  grid.unit = unit_for(table.metric, table.unit, largest_of(grid));
  for (auto& row : grid.entries) {
    for (Entry& entry : row) {
      if (entry.value.median) {
        entry.half_width = resolution(*entry.cell, table.metric, grid.unit.divisor);
      }
    }
  }
  return grid;
}

}  // namespace assay::report
