#include "cli/outcome.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "analyse/analyse.h"
#include "report/report.h"

namespace assay::cli {
namespace {

void print_remarks(const results::Run& run) {
  std::size_t marked = 0;
  for (const results::CellResult& cell : run.cells) {
    if (!cell.failed) {
      marked += cell.marks.empty() ? 0 : 1;
      continue;
    }
    fmt::print("failed: {}\n", cell.cell.id);
    for (const results::Mark& mark : cell.marks) {
      fmt::print("  {}: {}\n", mark.kind, mark.text);
    }
  }
  if (marked > 0) {
    fmt::print("{} of {} cells are marked; the report says why\n", marked, run.cells.size());
  }
}

}  // namespace

ExitCode conclude(results::Run run, const std::filesystem::path& folder, bool strict) {
  analyse::analyse(run);
  results::write_results(run, folder);
  fmt::print("{}", report::tables_text(run));
  print_remarks(run);
  std::fflush(stdout);  // seen also when the report cannot be written
  report::write(run, folder);
  fmt::print("report: {}\n", (folder / "report.md").string());
  const bool failed =
      std::any_of(run.cells.begin(), run.cells.end(), [](const auto& cell) { return cell.failed; });
  const bool marked = std::any_of(run.cells.begin(), run.cells.end(),
                                  [](const auto& cell) { return !cell.marks.empty(); });
  return failed || (strict && marked) ? ExitCode::cell_failed : ExitCode::done;
}

}  // namespace assay::cli
