// assay run: measures a matrix and writes its report.
#include <fmt/core.h>

#include "cli/command.h"
#include "cli/file_hashes.h"
#include "cli/floor.h"
#include "cli/interrupt.h"
#include "cli/measure.h"
#include "cli/outcome.h"
#include "cli/plan.h"
#include "cli/plugins.h"
#include "cli/run_folder.h"
#include "cli/version.h"
#include "engine/leftovers.h"
#include "engine/owner.h"
#include "engine/supervisor.h"
#include "host/paths.h"
#include "observe/machine.h"
#include "results/declared.h"

namespace assay::cli {
namespace {

struct RunOptions {
  std::filesystem::path matrix;
  std::filesystem::path out;
  std::vector<std::filesystem::path> plugin_path;
  matrix::Overrides overrides;
  bool dry_run = false;
  bool resume = false;
  bool strict = false;
  bool quiet = false;
  bool json = false;
  CommandLine command_line;
};

// A plugin the matrix names and that is there but unusable explains itself better than "unknown".
void refuse_unusable(const RunOptions& options, const Plugins& plugins) {
  for (const std::string& wanted : matrix::plugins_named(options.matrix)) {
    for (const host::Found& found : plugins.found) {
      if (found.name == wanted && !found.capabilities) {
        throw Error(found.error);
      }
    }
  }
}

results::Run header_of(const matrix::Matrix& matrix, const Plugins& plugins,
                       const RunOptions& options, const std::filesystem::path& folder) {
  results::Run run;
  run.run.id = run_id(matrix);
  run.run.matrix = matrix.name;
  run.run.description = matrix.description;
  run.run.matrix_text = matrix.text;
  run.run.seed = matrix.seed;
  run.run.rounds = matrix.rounds;
  run.run.started = now_iso8601();
  run.run.command = options.command_line.again;
  run.run.assay_version = version();
  run.run.compiler = compiler();
  run.machine = observe::machine(folder);
  run.timing = matrix.timing;
  run.tables = matrix.tables;
  std::vector<std::filesystem::path> files{std::filesystem::read_symlink("/proc/self/exe"),
                                           host::worker_file()};
  for (const matrix::Cell& cell : matrix.cells) {
    const host::Found& plugin = plugins.at(cell.plugin);
    const Capabilities& capabilities = *plugin.capabilities;
    if (run.run.plugins.emplace(cell.plugin, capabilities.library).second) {
      files.push_back(plugin.file);
    }
    results::CellResult result;
    result.cell = cell;
    result.declared = results::declared(capabilities, cell);
    run.cells.push_back(std::move(result));
  }
  run.run.files = file_hashes(files);
  run.calibrations = results::calibrations(matrix.cells);
  return run;
}

// Whether the folder may be used is found out before anything is measured.
results::Journal journal_for(const RunOptions& options, const std::filesystem::path& folder,
                             const std::function<results::Run()>& header) {
  if (!options.resume) {
    return results::Journal::create(folder, header);
  }
  results::Journal journal = results::Journal::open(folder);
  journal.check_same(header());
  return journal;
}

// A run that was stopped before it was known has none yet.
void note_engine_floor(results::Journal& journal, const Plugins& plugins,
                       engine::Supervisor& supervisor, const std::filesystem::path& work_folder,
                       const std::atomic<bool>& stop) {
  const char* field = "engine_floor_ns";
  if (journal.header().machine.value(field, nlohmann::json()).is_number()) {
    return;
  }
  if (const auto floor_ns = engine_floor_ns(plugins, supervisor, work_folder, stop)) {
    journal.amend([&](results::Run& run) { run.machine[field] = *floor_ns; });
  }
}

std::filesystem::path folder_for(const RunOptions& options, const matrix::Matrix& matrix) {
  std::filesystem::path folder = options.out;
  if (folder.empty()) {
    folder = options.resume ? latest_run("runs", matrix)
                            : "runs" / std::filesystem::path(run_id(matrix));
  }
  refuse_power_in_memory(matrix, folder);
  refuse_memory_limits_without_groups(matrix);
  if (!options.resume) {
    create_run_folder(folder);
  }
  return std::filesystem::weakly_canonical(folder);
}

// Ctrl-C may also have ended a program that draws.
ExitCode conclude_unless_stopped(results::Run run, const std::filesystem::path& folder,
                                 const RunOptions& options, const std::atomic<bool>& stop) {
  ExitCode code = ExitCode::interrupted;
  try {
    code = conclude(std::move(run), folder, options.strict);
  } catch (const Error&) {
    if (!stop) {
      throw;
    }
  }
  if (!stop) {
    return code;
  }
  fmt::print(stderr, "assay: stopped; every block is kept. Make the report with: {} report {}\n",
             options.command_line.program, shell_quoted(folder.string()));
  return ExitCode::interrupted;
}

ExitCode run(const RunOptions& options) {
  if (options.json && !options.dry_run) {
    throw Error(
        "--json prints the plan and needs --dry-run; a run's results are in results.json "
        "of its folder",
        ExitCode::wrong_usage);
  }
  const Plugins plugins = find_plugins(options.plugin_path);
  refuse_unusable(options, plugins);
  const matrix::Matrix matrix =
      matrix::load(options.matrix, plugins.vocabulary(), options.overrides);
  if (options.dry_run) {
    print_plan(matrix, options.json);
    return ExitCode::done;
  }
  const std::filesystem::path folder = folder_for(options, matrix);
  const std::atomic<bool>& stop = stop_on_signal();
  results::Journal journal =
      journal_for(options, folder, [&] { return header_of(matrix, plugins, options, folder); });
  const std::filesystem::path work_folder = folder / (engine::work_prefix + engine::owner_tag());
  engine::Supervisor supervisor;
  supervisor.remove_at_end(work_folder);
  note_engine_floor(journal, plugins, supervisor, work_folder, stop);

  Measuring measuring;
  measuring.matrix = &matrix;
  for (const matrix::Cell& cell : matrix.cells) {
    measuring.plugin_files[cell.plugin] = plugins.at(cell.plugin).file;
  }
  measuring.worker_file = host::worker_file();
  measuring.work_folder = work_folder;
  measuring.run_folder = folder;
  measuring.progress = options.quiet ? Progress::Form::silent : Progress::suitable();
  if (!measure(measuring, journal, supervisor, stop)) {
    fmt::print(stderr,
               "assay: stopped; what was finished is kept. Go on with: {} --out {} --resume\n",
               options.command_line.again, shell_quoted(folder.string()));
    return ExitCode::interrupted;
  }
  journal.finish(now_iso8601());
  return conclude_unless_stopped(journal.read(), folder, options, stop);
}

}  // namespace

void add_run(CLI::App& app, Action& action, const CommandLine& command_line) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Measures a matrix and writes its report");
  command->add_option("matrix", options->matrix, "The matrix file (YAML)")->required();
  command->add_option("--out", options->out, "The run's folder (default: runs/TIME-MATRIX-SEED)");
  command->add_flag("--resume", options->resume,
                    "Go on with a stopped run: the folder of --out, or the newest in runs/");
  command->add_option("--set", options->overrides.set,
                      "Change a value of the matrix: timing.measure=1s, axes.payload=[10,100]");
  command->add_option("--filter", options->overrides.filters,
                      "Measure only some cells: workload=cache.get, payload=10,100");
  command->add_option("--rounds", options->overrides.rounds, "Passes over all cells");
  command->add_option("--seed", options->overrides.seed,
                      "Decides the order of blocks and the keys");
  command->add_flag("--dry-run", options->dry_run,
                    "Print the plan and the expected time, run nothing");
  command->add_flag("--json", options->json, "With --dry-run: print the plan as one JSON value");
  command->add_option("--plugin-path", options->plugin_path, "A further folder of plugins");
  command->add_flag("--strict", options->strict, "Exit with 1 when a cell is marked");
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer(
      "Example: assay run matrices/quick.yaml --set timing.measure=2s --filter workload=cache.get");
  options->command_line = command_line;
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace assay::cli
