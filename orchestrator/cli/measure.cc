#include "cli/measure.h"

#include <fmt/core.h>

#include "cli/run_folder.h"
#include "engine/block.h"

namespace assay::cli {

std::optional<std::chrono::nanoseconds> expected_block_time(const matrix::Matrix& matrix) {
  if (matrix.timing.operations) {
    return std::nullopt;
  }
  constexpr auto between_blocks = std::chrono::milliseconds(200);
  return matrix.timing.warmup + matrix.timing.measure + between_blocks;
}

bool measure(const Measuring& measuring, results::Journal& journal, engine::Supervisor& supervisor,
             const std::atomic<bool>& stop) {
  const matrix::Matrix& matrix = *measuring.matrix;
  const auto finished = journal.finished();
  Progress progress(measuring.progress,
                    static_cast<std::uint32_t>(matrix.cells.size() * matrix.rounds),
                    static_cast<std::uint32_t>(finished.size()), expected_block_time(matrix));
  const auto order = matrix::rounds(matrix);
  for (std::uint32_t round = 0; round < matrix.rounds; ++round) {
    for (const std::uint32_t index : order[round]) {
      if (finished.contains({index, round})) {
        continue;
      }
      if (stop) {
        progress.clear();
        return false;
      }
      const matrix::Cell& cell = matrix.cells[index];
      engine::Block block;
      block.cell = cell;
      block.round = round;
      block.seed = matrix.seed;
      block.verify = block.cell.verify;
      block.timing = matrix.timing;
      block.plugin_file = measuring.plugin_files.at(cell.plugin);
      block.worker_file = measuring.worker_file;
      block.folder = measuring.work_folder / fmt::format("{}-{}", index, round);
      progress.begin(cell.id, round);
      engine::BlockResult result = engine::run_block(
          block, supervisor, stop, [&](const engine::Live& live) { progress.live(live); });
      if (stop && result.failure) {
        progress.clear();
        return false;
      }
      if (result.failure) {
        if (const auto logs = keep_logs(block.folder / "logs", measuring.run_folder,
                                        fmt::format("cell-{}-round-{}", index + 1, round + 1))) {
          result.failure->text +=
              fmt::format("\n  the logs are in {} of the run's folder", logs->string());
        }
      }
      journal.record(index, round, result);
      progress.end(result);
    }
  }
  progress.clear();
  return true;
}

}  // namespace assay::cli
