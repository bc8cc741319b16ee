// assay report: makes the report again from a run's folder, shows several runs together, or one of
// their tables, and keeps the tables of other documents.
#include <fmt/core.h>

#include <algorithm>

#include "analyse/analyse.h"
#include "cli/command.h"
#include "cli/marked_files.h"
#include "cli/outcome.h"
#include "cli/read_run.h"
#include "report/bars.h"
#include "report/report.h"
#include "report/together.h"
#include "results/durable_file.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<fs::path> runs;
  std::vector<fs::path> update;
  std::string table;
  bool bars = false;
  fs::path out;
  bool strict = false;
};

ExitCode remake(const ReportOptions& options) {
  const fs::path& run = options.runs.front();
  const fs::path folder = fs::is_directory(run) ? run : run.parent_path();
  return conclude(read_run(run), fs::canonical(folder.empty() ? "." : folder), options.strict);
}

std::string text_of(std::vector<results::Run> runs, const ReportOptions& options) {
  if (runs.size() > 1) {
    return report::together(std::move(runs), {options.table, options.bars});
  }
  const results::Run& run = runs.front();
  if (options.bars) {
    return options.table.empty() ? report::bars(run) : report::table_bars(run, options.table);
  }
  return report::table_markdown(run, options.table);
}

ExitCode show(const ReportOptions& options) {
  std::vector<results::Run> runs;
  bool marked = false;
  for (const fs::path& each : options.runs) {
    runs.push_back(read_run(each));
    analyse::analyse(runs.back());
    marked = marked || std::any_of(runs.back().cells.begin(), runs.back().cells.end(),
                                   [](const auto& cell) { return !cell.marks.empty(); });
  }
  const std::string text = text_of(std::move(runs), options);
  if (options.out.empty()) {
    fmt::print("{}", text);
  } else {
    results::write_durably(options.out, text);
  }
  return options.strict && marked ? ExitCode::cell_failed : ExitCode::done;
}

ExitCode report(const ReportOptions& options) {
  const bool one_report = options.runs.size() == 1 && options.table.empty() && !options.bars;
  if (options.runs.empty() == options.update.empty()) {
    throw Error("name a run's folder, or a document with --update, and not both",
                ExitCode::wrong_usage);
  }
  if ((one_report || options.runs.empty()) && !options.out.empty()) {
    throw Error(
        "--out is for what is printed: a table, bars, or several runs; one run's report goes into "
        "its folder",
        ExitCode::wrong_usage);
  }
  if (!options.update.empty()) {
    update_marked_files(options.update);
    return ExitCode::done;
  }
  return one_report ? remake(options) : show(options);
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand(
      "report",
      "Makes the report of a run again, shows several together, or keeps a page's tables");
  command->add_option("runs", options->runs,
                      "Folders of runs, or results.json files. One: its report is written into the "
                      "folder. Several: one document of all, which pairs nothing");
  command->add_option("--table", options->table, "Print only this table, as markdown");
  command->add_flag("--bars", options->bars, "Print tables as bars of stars");
  command->add_option("--out", options->out, "The file for what would be printed");
  command->add_option("--update", options->update,
                      "Make the tables between the marks of this markdown file anew");
  command->add_flag("--strict", options->strict, "Exit with 1 when a cell is marked");
  command->footer(
      "A mark names runs, by paths from the document's folder, and one of their tables:\n"
      "  <!-- assay: runs/first table writes -->\n"
      "  <!-- /assay -->\n"
      "with `bars` for `table` it is drawn in stars.\n\n"
      "Example: assay report runs/first --table writes\n"
      "         assay report runs/before runs/after --out both.md\n"
      "         assay report --update README.md");
  command->callback([options, &action] { action = [options] { return report(*options); }; });
}

}  // namespace assay::cli
