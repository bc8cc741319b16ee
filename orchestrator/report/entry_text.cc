#include "report/entry_text.h"

#include <fmt/core.h>

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
  return entry.ratio.median ? "x" + with_interval(entry.ratio, 1) : "";
}

std::string heading(const Grid& grid) {
  std::string text = grid.table->title.empty() ? grid.table->name : grid.table->title;
  const std::string& metric = grid.table->metric;
  const std::string shown = metric == "ops_per_second" ? "operations per second" : metric;
  return grid.unit.name.empty() ? fmt::format("{}: {}", text, shown)
                                : fmt::format("{}: {} ({})", text, shown, grid.unit.name);
}

}  // namespace assay::report
