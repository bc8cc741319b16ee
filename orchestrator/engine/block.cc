#include "engine/block.h"

#include <fmt/format.h>

#include <exception>

#include "engine/coordinator.h"
#include "matrix/scalars.h"

namespace assay::engine {

BlockResult run_block(const Block& block, Supervisor& supervisor, const std::atomic<bool>& stop,
                      const std::function<void(const Live&)>& progress) {
  std::string phase = "start";
  try {
    Coordinator coordinator(block, supervisor, stop, progress);
    try {
      return {coordinator.run(), std::nullopt};
    } catch (const std::exception& error) {
      phase = coordinator.phase();
      if (!stop) {
        coordinator.keep_logs();
      }
      if (const std::int64_t killed = coordinator.killed_for_memory(); killed > 0) {
        throw Error(fmt::format(
            "{}\n  the kernel killed {} worker process(es): the cell's memory of {} is too little "
            "for the client itself; allow more",
            error.what(), killed, matrix::bytes_text(block.cell.memory_bytes)));
      }
      throw;
    }
  } catch (const std::exception& error) {
    return {std::nullopt, Failure{phase, error.what()}};
  }
}

}  // namespace assay::engine
