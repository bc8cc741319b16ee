// assay report: makes the report again from a run's folder.
#include <fmt/core.h>

#include "analyse/analyse.h"
#include "cli/command.h"
#include "cli/outcome.h"
#include "cli/read_run.h"
#include "report/report.h"

namespace assay::cli {
namespace {

struct ReportOptions {
  std::filesystem::path folder;
  std::string table;
  bool strict = false;
};

ExitCode report(const ReportOptions& options) {
  results::Run run = read_run(options.folder);
  if (options.table.empty()) {
    const std::filesystem::path folder = std::filesystem::is_directory(options.folder)
                                             ? options.folder
                                             : options.folder.parent_path();
    return conclude(std::move(run), std::filesystem::canonical(folder), options.strict);
  }
  analyse::analyse(run);
  fmt::print("{}", report::table_markdown(run, options.table));
  return ExitCode::done;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "Makes the report again from a run's folder or results.json");
  command->add_option("folder", options->folder, "The run's folder, or a results.json")->required();
  command->add_option("--table", options->table, "Print only this table, as markdown");
  command->add_flag("--strict", options->strict, "Exit with 1 when a cell is marked");
  command->footer("Example: assay report runs/20261130T121456-quick-1 --table throughput");
  command->callback([options, &action] { action = [options] { return report(*options); }; });
}

}  // namespace assay::cli
