#include "cli/plan.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/calibrate.h"
#include "cli/measure.h"
#include "cli/progress.h"

namespace assay::cli {

void print_plan(const matrix::Matrix& matrix, bool json) {
  const std::size_t blocks = matrix.cells.size() * matrix.rounds;
  const std::size_t before = calibration_blocks(matrix);
  std::optional<std::chrono::seconds> expected;
  if (const auto block = expected_block_time(matrix)) {
    expected = std::chrono::duration_cast<std::chrono::seconds>(*block * (blocks + before));
  }
  if (json) {
    nlohmann::json cells = nlohmann::json::array();
    for (const matrix::Cell& cell : matrix.cells) {
      cells.push_back(cell);
    }
    fmt::print("{}\n", nlohmann::json{{"matrix", matrix.name},
                                      {"rounds", matrix.rounds},
                                      {"seed", matrix.seed},
                                      {"blocks", blocks},
                                      {"calibration_blocks", before},
                                      {"expected_seconds",
                                       expected ? nlohmann::json(expected->count()) : nullptr},
                                      {"cells", std::move(cells)}}
                           .dump(2));
    return;
  }
  for (const matrix::Cell& cell : matrix.cells) {
    fmt::print("{}\n", cell.id);
  }
  if (before > 0) {
    fmt::print("before the rounds {} blocks of closed loops, of which open loads are shares\n",
               before);
  }
  fmt::print("{} cells x {} rounds = {} blocks, {}\n", matrix.cells.size(), matrix.rounds, blocks,
             expected
                 ? fmt::format("about {}", duration_text(*expected))
                 : fmt::format("each as long as {} operations take", *matrix.timing.operations));
}

}  // namespace assay::cli
