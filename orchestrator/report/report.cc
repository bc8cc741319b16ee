#include "report/report.h"

#include <fmt/core.h>

#include "report/csv.h"
#include "report/document.h"
#include "report/plots.h"
#include "results/durable_file.h"

namespace assay::report {
namespace {

std::vector<Plot> plots_of(const results::Run& run, const std::filesystem::path& folder) {
  try {
    return draw_plots(run, folder);
  } catch (const Error& error) {
    throw Error(fmt::format("{} is written, but without its plots: {}; then run: assay report {}",
                            (folder / "report.md").string(), error.what(), folder.string()),
                error.code());
  }
}

}  // namespace

void write(const results::Run& run, const std::filesystem::path& folder) {
  results::write_durably(folder / "report.csv", csv(run));
  results::write_durably(folder / "report.md", document(run, {}));
  const std::vector<Plot> plots = plots_of(run, folder);
  if (!plots.empty()) {
    results::write_durably(folder / "report.md", document(run, plots));
  }
}

}  // namespace assay::report
