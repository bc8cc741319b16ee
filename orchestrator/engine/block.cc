#include "engine/block.h"

#include <exception>

#include "engine/coordinator.h"

namespace assay::engine {

BlockResult run_block(const Block& block, Supervisor& supervisor, const std::atomic<bool>& stop,
                      const std::function<void(const Live&)>& progress) {
  std::string phase = "start";
  try {
    Coordinator coordinator(block, supervisor, stop, progress);
    try {
      return {coordinator.run(), std::nullopt};
    } catch (...) {
      phase = coordinator.phase();
      if (!stop) {
        coordinator.keep_logs();
      }
      throw;
    }
  } catch (const std::exception& error) {
    return {std::nullopt, Failure{phase, error.what()}};
  }
}

}  // namespace assay::engine
