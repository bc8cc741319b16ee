#include "cli/plan.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/measure.h"
#include "cli/progress.h"

namespace assay::cli {

void print_plan(const matrix::Matrix& matrix, bool json) {
  const std::size_t blocks = matrix.cells.size() * matrix.rounds;
  const auto expected = std::chrono::duration_cast<std::chrono::seconds>(
      expected_block_time(matrix) * static_cast<std::int64_t>(blocks));
  if (json) {
    nlohmann::json cells = nlohmann::json::array();
    for (const matrix::Cell& cell : matrix.cells) {
      cells.push_back(cell);
    }
    fmt::print("{}\n", nlohmann::json{{"matrix", matrix.name},
                                      {"rounds", matrix.rounds},
                                      {"seed", matrix.seed},
                                      {"blocks", blocks},
                                      {"expected_seconds", expected.count()},
                                      {"cells", std::move(cells)}}
                           .dump(2));
    return;
  }
  for (const matrix::Cell& cell : matrix.cells) {
    fmt::print("{}\n", cell.id);
  }
  fmt::print("{} cells x {} rounds = {} blocks, about {}\n", matrix.cells.size(), matrix.rounds,
             blocks, duration_text(expected));
}

}  // namespace assay::cli
