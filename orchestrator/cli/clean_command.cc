// assay clean: ends and removes what killed runs left behind.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "engine/leftovers.h"
#include "engine/memory_limit.h"

namespace assay::cli {
namespace {

struct CleanOptions {
  std::vector<std::filesystem::path> places;
  bool dry_run = false;
  bool json = false;
};

ExitCode clean(const CleanOptions& options) {
  std::vector<std::filesystem::path> places = options.places;
  places.emplace_back("runs");
  try {
    places.push_back(engine::memory_groups().parent);
  } catch (const Error&) {
    // Where none can be made, none is left.
  }
  const engine::Leftovers leftovers =
      engine::find_leftovers(places, std::filesystem::temp_directory_path());
  const std::vector<std::string> troubles =
      options.dry_run ? std::vector<std::string>() : engine::remove(leftovers);
  if (options.json) {
    nlohmann::json folders = nlohmann::json::array();
    for (const auto& folder : leftovers.folders) {
      folders.push_back(folder.string());
    }
    fmt::print("{}\n", nlohmann::json{{"processes", leftovers.processes},
                                      {"folders", std::move(folders)},
                                      {"troubles", troubles}}
                           .dump(2));
  } else {
    const char* done = options.dry_run ? "would remove" : "removed";
    for (const pid_t pid : leftovers.processes) {
      fmt::print("{} process {}\n", done, pid);
    }
    for (const auto& folder : leftovers.folders) {
      fmt::print("{} {}\n", done, folder.string());
    }
    if (leftovers.processes.empty() && leftovers.folders.empty()) {
      fmt::print("nothing was left behind\n");
    }
    for (const std::string& trouble : troubles) {
      fmt::print(stderr, "assay: {}\n", trouble);
    }
  }
  return troubles.empty() ? ExitCode::done : ExitCode::cannot_run_here;
}

}  // namespace

void add_clean(CLI::App& app, Action& action) {
  auto options = std::make_shared<CleanOptions>();
  CLI::App* command = app.add_subcommand(
      "clean",
      "Ends processes and removes folders and control groups that killed runs left behind");
  command->add_option("folders", options->places,
                      "Folders of runs to look through besides runs/ and the temporary folder");
  command->add_flag("--dry-run", options->dry_run, "Only say what is there");
  command->add_flag("--json", options->json, "Print one JSON value");
  command->footer("Example: assay clean --dry-run");
  command->callback([options, &action] { action = [options] { return clean(*options); }; });
}

}  // namespace assay::cli
