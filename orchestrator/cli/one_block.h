// One block of a run: shown while it runs, its logs kept when it fails.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "cli/measure.h"
#include "engine/block.h"

namespace assay::cli {

// name: "cell-3-round-1", of its folder and its logs. round: decides its seed.
engine::BlockResult one_block(const Measuring& measuring, const matrix::Cell& cell,
                              std::uint32_t round, const std::string& name,
                              engine::Supervisor& supervisor, const std::atomic<bool>& stop,
                              Progress& progress);

}  // namespace assay::cli
