#include "report/csv.h"

#include <fmt/format.h>

#include <optional>

#include "report/entry_text.h"
#include "report/grid.h"

namespace assay::report {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string result = "\"";
  for (const char letter : text) {
    result += letter == '"' ? "\"\"" : std::string(1, letter);
  }
  return result + "\"";
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string best_text(const Entry& entry) {
  if (!entry.best) {
    return "";
  }
  return entry.tied ? "tie" : "best";
}

std::string bounds_text(const results::Summary& summary) {
  if (!summary.median) {
    return "";
  }
  return summary.interval ? "interval" : "range";
}

}  // namespace

std::string csv(const results::Run& run) {
  std::string text =
      "table,cell,backend,durability,workload,metric,unit,rounds,median,low,high,"
      "ratio_median,ratio_low,ratio_high,best,bounds,ratio_bounds,missing\n";
  for (const matrix::Table& table : run.tables) {
    const Grid grid = make_grid(run, table);
    const std::string unit = kept_unit(table.metric);
    for (const auto& row : grid.entries) {
      for (const Entry& entry : row) {
        if (entry.cell == nullptr) {
          continue;
        }
        const matrix::Cell& cell = entry.cell->cell;
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", table.name, quoted(cell.id),
            quoted(cell.backend), name(cell.durability), cell.workload, table.metric, unit,
            entry.cell->repeats.size(), number(entry.value.median), number(entry.value.low),
            number(entry.value.high), number(entry.ratio.median), number(entry.ratio.low),
            number(entry.ratio.high), best_text(entry), bounds_text(entry.value),
            bounds_text(entry.ratio), entry.value.median ? "" : missing_text(grid, entry));
      }
    }
  }
  return text;
}

}  // namespace assay::report
