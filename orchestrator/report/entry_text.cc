#include "report/entry_text.h"

#include <fmt/core.h>

#include "matrix/metrics.h"

namespace assay::report {

std::string entry_text(const Grid& grid, const Entry& entry) {
  if (entry.cell == nullptr) {
    return "-";
  }
  if (entry.cell->failed) {
    return "failed";
  }
  if (!entry.value.median) {
    return grid.table->metric.find("_ns.") != std::string::npos ? "too few samples" : "-";
  }
  return with_interval(entry.value, grid.unit.divisor);
}

std::string ratio_text(const Entry& entry) {
  return entry.ratio.median ? fmt::format("x{}", with_interval(entry.ratio, 1)) : "";
}

std::string heading(const Grid& grid) {
  const matrix::Metric* metric = matrix::find_metric(grid.table->metric);
  std::string title = grid.table->title;
  if (title.empty()) {
    title = metric == nullptr ? grid.table->metric : metric->title;
  }
  return grid.unit.name == "1" ? title : fmt::format("{} ({})", title, grid.unit.name);
}

}  // namespace assay::report
