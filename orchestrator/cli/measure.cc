#include "cli/measure.h"

#include <fmt/core.h>

#include "cli/calibrate.h"
#include "cli/one_block.h"

namespace assay::cli {
namespace {

std::uint32_t count(std::size_t blocks) { return static_cast<std::uint32_t>(blocks); }

// A share of a rate that nobody has.
engine::BlockResult without_a_rate(const std::string& group,
                                   const std::vector<results::Calibration>& calibrations) {
  std::string text = fmt::format(
      "no backend of {} gave a rate in a closed loop, of which this load is a share", group);
  for (const results::Calibration& each : calibrations) {
    if (each.group == group && !each.failure.empty()) {
      text += fmt::format("; {}: {}", each.backend, each.failure);
      break;
    }
  }
  return {std::nullopt, engine::Failure{"calibrate", std::move(text)}};
}

// The rounds' cells, with the rates that their loads are shares of.
class Rates {
 public:
  explicit Rates(const results::Journal& journal) : calibrations_(journal.header().calibrations) {}

  // Sets the rate of a cell. false: it is a share, and there is none.
  bool fill_in(matrix::Cell& cell) const {
    if (!cell.open || cell.open->of_slowest <= 0) {
      return true;
    }
    const results::Calibration* const of = results::slowest(calibrations_, cell.open->group);
    if (of == nullptr) {
      return false;
    }
    cell.open->per_second = *results::rate(*of) * cell.open->of_slowest;
    return true;
  }

  const std::vector<results::Calibration>& calibrations() const { return calibrations_; }

 private:
  std::vector<results::Calibration> calibrations_;
};

}  // namespace

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
  Progress progress(
      measuring.progress, count(calibration_blocks(matrix) + matrix.cells.size() * matrix.rounds),
      count(calibrated_blocks(journal) + finished.size()), expected_block_time(matrix));
  if (!calibrate(measuring, journal, supervisor, stop, progress)) {
    progress.clear();
    return false;
  }
  const Rates rates(journal);
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
      matrix::Cell cell = matrix.cells[index];
      const engine::BlockResult result =
          rates.fill_in(cell) ? one_block(measuring, cell, round,
                                          fmt::format("cell-{}-round-{}", index + 1, round + 1),
                                          supervisor, stop, progress)
                              : without_a_rate(cell.open->group, rates.calibrations());
      if (stop && result.failure) {
        progress.clear();
        return false;
      }
      journal.record(index, round, result);
      progress.end(result);
    }
  }
  progress.clear();
  return true;
}

}  // namespace assay::cli
