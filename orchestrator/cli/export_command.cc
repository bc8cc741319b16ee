// assay export: a run in the formats of other tools.
#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <string>

#include "cli/command.h"
#include "cli/read_run.h"
#include "report/exports.h"
#include "results/durable_file.h"

namespace assay::cli {
namespace {

struct Format {
  const char* name;
  std::string (*text)(const results::Run& run);
};

constexpr std::array formats{Format{"google-benchmark", report::google_benchmark_json},
                             Format{"hlog", report::histogram_log},
                             Format{"json-lines", report::json_lines}};

struct ExportOptions {
  std::filesystem::path run;
  std::string format;
  std::filesystem::path out;
};

ExitCode export_run(const ExportOptions& options) {
  const results::Run run = read_run(options.run);
  for (const Format& format : formats) {
    if (options.format == format.name) {
      const std::string text = format.text(run);
      if (options.out.empty()) {
        fmt::print("{}", text);
      } else {
        results::write_durably(options.out, text);
      }
    }
  }
  return ExitCode::done;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Writes a run in the format of another tool");
  command->add_option("run", options->run, "The run's folder, or a results.json")->required();
  std::vector<std::string> names;
  names.reserve(formats.size());
  for (const Format& format : formats) {
    names.emplace_back(format.name);
  }
  command
      ->add_option("--format", options->format,
                   "google-benchmark: JSON for its compare.py; hlog: HdrHistogram's log; "
                   "json-lines: one object per block")
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("--out", options->out, "The file to write; standard output without it");
  command->footer("Example: assay export runs/first --format hlog --out first.hlog");
  command->callback([options, &action] { action = [options] { return export_run(*options); }; });
}

}  // namespace assay::cli
