// What a window of an open loop amounts to: whether the load was offered, and whether the system
// held it. Pure, any thread.
#pragma once

#include <chrono>

#include "engine/block.h"
#include "engine/tally.h"

namespace assay::engine {

// total: of all threads, as it was counted. late: Block::late.
// achieved_share: operations carried out of those due, and the window's length over the time until
// the last of them ended.
// The system is overloaded where less than 0.99 would have been achieved also by a generator that
// is never late; else where it was less, or the backlog was still growing: the mean wait for a free
// slot rose from each eighth of the window to the next, and by a tenth over all.
// Throws Error when the generator was late for more than one operation of a hundred and the system
// would have held the rate, and where there is no rate.
OpenLoad open_load(double offered_per_second, std::chrono::nanoseconds window,
                   std::chrono::nanoseconds late, const Tally& total);

}  // namespace assay::engine
