#include "cli/one_block.h"

#include <fmt/core.h>

#include "cli/run_folder.h"

namespace assay::cli {

engine::BlockResult one_block(const Measuring& measuring, const matrix::Cell& cell,
                              std::uint32_t round, const std::string& name,
                              engine::Supervisor& supervisor, const std::atomic<bool>& stop,
                              Progress& progress) {
  engine::Block block;
  block.cell = cell;
  block.round = round;
  block.seed = measuring.matrix->seed;
  block.verify = cell.verify;
  block.timing = measuring.matrix->timing;
  block.plugin_file = measuring.plugin_files.at(cell.plugin);
  block.worker_file = measuring.worker_file;
  block.folder = measuring.work_folder / name;
  progress.begin(cell.id, round);
  engine::BlockResult result = engine::run_block(
      block, supervisor, stop, [&](const engine::Live& live) { progress.live(live); });
  if (result.failure && !stop) {
    if (const auto logs = keep_logs(block.folder / "logs", measuring.run_folder, name)) {
      result.failure->text +=
          fmt::format("\n  the logs are in {} of the run's folder", logs->string());
    }
  }
  return result;
}

}  // namespace assay::cli
