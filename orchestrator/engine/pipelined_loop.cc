#include "engine/pipelined_loop.h"

#include "engine/clock.h"

namespace assay::engine {

void run_pipelined(std::span<const Lane> lanes, std::uint32_t depth, const Window& window,
                   const std::atomic<bool>& stop, Pulse& pulse, Tally& tally) {
  SteadyClock clock;
  run_pipelined_on(clock, lanes, depth, window, stop, pulse, tally);
}

}  // namespace assay::engine
