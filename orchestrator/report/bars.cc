#include "report/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "matrix/metrics.h"
#include "report/entry_text.h"
#include "report/report.h"
#include "report/text_table.h"

namespace assay::report {
namespace {

constexpr std::size_t full_width = 50;  // stars

double greatest(const Grid& grid) {
  double most = 0;
  for (const auto& row : grid.entries) {
    for (const Entry& entry : row) {
      most = std::max(most, entry.value.median.value_or(0));
    }
  }
  return most;
}

std::string bar(double value, double most) {
  std::size_t stars = 0;
  if (value > 0) {
    stars = static_cast<std::size_t>(
        std::clamp(std::round(value / most * full_width), 1.0, static_cast<double>(full_width)));
  }
  return std::string(stars, '*') + std::string(full_width - stars, ' ');
}

std::string better_end(const Grid& grid) {
  const matrix::Metric* metric = matrix::find_metric(grid.table->metric);
  return metric == nullptr           ? ""
         : metric->greater_is_better ? ", higher is better"
                                     : ", lower is better";
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns_of(text)), ' ');
}

}  // namespace

std::string bars(const Grid& grid) {
  std::string text = heading(grid) + better_end(grid) + "\n";
  if (const std::string empty = why_empty(grid); !empty.empty()) {
    return text + "  " + empty + "\n";
  }
  std::size_t widest = 0;
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    widest = std::max(widest, columns_of(column_head(grid, column)));
  }
  const double most = greatest(grid);
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    text += row_name(grid, row) + "\n";
    for (std::size_t column = 0; column < grid.columns.size(); ++column) {
      const Entry& entry = grid.entries[row][column];
      text += fmt::format("  {} |{}| {}\n", padded(column_head(grid, column), widest),
                          bar(entry.value.median.value_or(0), most), entry_text(grid, entry));
    }
  }
  return text;
}

std::string bars(const results::Run& run) {
  std::string text;
  for (const matrix::Table& table : run.tables) {
    text += (text.empty() ? "" : "\n") + bars(make_grid(run, table));
  }
  return text;
}

std::string table_bars(const results::Run& run, const std::string& table_name) {
  return bars(make_grid(run, table_named(run, table_name)));
}

}  // namespace assay::report
