#include "engine/plain_loop.h"

#include "engine/clock.h"

namespace assay::engine {

void run_plain(std::span<const Lane> lanes, const Window& window, const std::atomic<bool>& stop,
               Pulse& pulse, Tally& tally) {
  SteadyClock clock;
  run_plain_on(clock, lanes, window, stop, pulse, tally);
}

}  // namespace assay::engine
