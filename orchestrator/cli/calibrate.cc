#include "cli/calibrate.h"

#include <fmt/core.h>

#include "cli/one_block.h"
#include "matrix/open_load.h"
#include "results/calibration.h"

namespace assay::cli {

std::size_t calibration_blocks(const matrix::Matrix& matrix) {
  return matrix::closed_loops(matrix.cells).size() * results::calibration_blocks;
}

std::size_t calibrated_blocks(const results::Journal& journal) {
  std::size_t blocks = 0;
  const std::vector<results::Calibration> known = journal.header().calibrations;
  for (const results::Calibration& each : known) {
    blocks += each.ops_per_second.size();
  }
  return blocks;
}

bool calibrate(const Measuring& measuring, results::Journal& journal,
               engine::Supervisor& supervisor, const std::atomic<bool>& stop, Progress& progress) {
  const std::vector<matrix::ClosedLoop> loops = matrix::closed_loops(measuring.matrix->cells);
  std::vector<results::Calibration> known = journal.header().calibrations;
  for (std::uint32_t block = 0; block < results::calibration_blocks; ++block) {
    for (std::size_t index = 0; index < loops.size(); ++index) {
      if (known.at(index).ops_per_second.size() > block) {
        continue;
      }
      if (stop) {
        return false;
      }
      const engine::BlockResult result = one_block(
          measuring, loops[index].cell, block,
          fmt::format("calibration-{}-block-{}", index + 1, block + 1), supervisor, stop, progress);
      if (stop && result.failure) {
        return false;
      }
      results::add_block(known[index], result);
      journal.amend([&](results::Run& run) { run.calibrations = known; });
      progress.end(result);
    }
  }
  return true;
}

}  // namespace assay::cli
