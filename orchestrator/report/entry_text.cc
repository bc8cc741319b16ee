#include "report/entry_text.h"

#include <fmt/format.h>

#include "matrix/metrics.h"
#include "report/cell_table.h"

namespace assay::report {
namespace {

std::string axis_and_value(const std::string& axis, const std::string& value) {
  return axis == "backend" ? value : fmt::format("{}={}", axis, value);
}

std::string axes_and_values(const std::vector<std::string>& axes,
                            const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (std::size_t index = 0; index < axes.size(); ++index) {
    parts.push_back(axis_and_value(axes[index], values[index]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string missing_text(const Grid& grid, const Entry& entry) {
  if (entry.cell == nullptr) {
    return "-";
  }
  if (entry.cell->failed) {
    return "failed";
  }
  if (entry.cell->repeats.empty()) {
    return "not run";
  }
  const std::string& metric = grid.table->metric;
  if (metric.starts_with("response_ns.") && overloaded(*entry.cell)) {
    return "overloaded";
  }
  return metric.find("_ns.p") != std::string::npos ? "too few samples" : "not measured";
}

std::string entry_text(const Grid& grid, const Entry& entry) {
  return entry.value.median ? with_bounds(figure(entry.value, entry.half_width, grid.unit.divisor),
                                          entry.value.interval)
                            : missing_text(grid, entry);
}

std::string ratio_text(const Entry& entry) {
  if (!entry.ratio.median) {
    return entry.ratio_refused.empty() ? "" : "-";
  }
  return fmt::format("x{}", with_bounds(ratio_figure(entry.ratio), entry.ratio.interval));
}

std::string heading(const Grid& grid) {
  const matrix::Metric* metric = matrix::find_metric(grid.table->metric);
  std::string title = grid.table->title;
  if (title.empty()) {
    title = metric == nullptr ? grid.table->metric : metric->title;
  }
  return grid.unit.name == "1" ? title : fmt::format("{} ({})", title, grid.unit.name);
}

std::string column_head(const Grid& grid, std::size_t column) {
  return axes_and_values(grid.table->columns, grid.columns[column]);
}

std::string row_name(const Grid& grid, std::size_t row) {
  return axes_and_values(grid.table->rows, grid.rows[row]);
}

}  // namespace assay::report
