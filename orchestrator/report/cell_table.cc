#include "report/cell_table.h"

#include <algorithm>
#include <iterator>

#include "report/markdown_table.h"
#include "report/number.h"

namespace assay::report {
namespace {

const results::Summary* summary_of(const results::CellResult& cell, const std::string& metric) {
  const auto found = cell.summary.find(metric);
  return found == cell.summary.end() || !found->second.median || cell.failed ? nullptr
                                                                             : &found->second;
}

std::string median_text(const results::CellResult& cell, const Shown& shown) {
  if (cell.failed) {
    return "failed";
  }
  if (cell.repeats.empty()) {
    return "not run";
  }
  const results::Summary* summary = summary_of(cell, shown.metric);
  if (summary == nullptr && shown.metric.starts_with("response_ns.") && overloaded(cell)) {
    return "overloaded";
  }
  return summary == nullptr
             ? "-"
             : figure(*summary, resolution(cell, shown.metric, shown.divisor), shown.divisor)
                   .median;
}

// Whether some cell has something to show there; a disk that nobody uses is left out.
bool worth_showing(const results::Run& run, const std::string& metric) {
  return std::any_of(run.cells.begin(), run.cells.end(), [&](const results::CellResult& cell) {
    const results::Summary* summary = summary_of(cell, metric);
    return summary != nullptr && (*summary->median > 0 || !metric.ends_with("_bytes"));
  });
}

}  // namespace

bool overloaded(const results::CellResult& cell) {
  return std::any_of(cell.marks.begin(), cell.marks.end(),
                     [](const results::Mark& mark) { return mark.kind == "overloaded"; });
}

std::string cell_table(const results::Run& run, const std::vector<Shown>& columns,
                       const std::function<bool(const results::CellResult&)>& belongs) {
  std::vector<Shown> present;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(present),
               [&](const Shown& column) { return worth_showing(run, column.metric); });
  if (present.empty()) {
    return "No cell has figures.\n";
  }
  Lines lines{{"cell"}};
  for (const Shown& column : present) {
    lines[0].push_back(column.head);
  }
  for (const results::CellResult& cell : run.cells) {
    if (!belongs(cell)) {
      continue;
    }
    lines.push_back({cell.cell.id});
    for (const Shown& column : present) {
      lines.back().push_back(median_text(cell, column));
    }
  }
  return markdown_table(lines, 1);
}

}  // namespace assay::report
