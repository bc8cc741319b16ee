// How many operations one session has answered: written by its thread, read by any.
#pragma once

#include <atomic>
#include <cstdint>

namespace noop {

class alignas(64) SessionCount {
 public:
  // One writer, so that no locked instruction is needed.
  void add() noexcept {
    count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  std::int64_t value() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> count_{0};
};

}  // namespace noop
