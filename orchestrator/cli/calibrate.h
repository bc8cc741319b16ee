// Before the rounds: what the slowest backend does in a closed loop, where open loads are shares of
// that.
#pragma once

#include <atomic>
#include <cstddef>

#include "cli/measure.h"

namespace assay::cli {

// How many blocks that takes; none where no load is such a share.
std::size_t calibration_blocks(const matrix::Matrix& matrix);

// How many of them the journal has.
std::size_t calibrated_blocks(const results::Journal& journal);

// Runs those the journal does not have yet, the backends in turn, and keeps each in the journal's
// header: a run that goes on offers the rates it began with. false: `stop` ended it.
bool calibrate(const Measuring& measuring, results::Journal& journal,
               engine::Supervisor& supervisor, const std::atomic<bool>& stop, Progress& progress);

}  // namespace assay::cli
