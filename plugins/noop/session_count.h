// How many operations one session has answered, and why the last one failed. Written by the
// session's thread; the count may be read by any.
#pragma once

#include <atomic>
#include <cstdint>

#include "assay/types.h"

namespace noop {

class alignas(64) SessionCount {
 public:
  // An operation begins. One writer, so that no locked instruction is needed.
  void add() noexcept {
    error_ = {};
    count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Gives the status back, and keeps the reason where it is a failure.
  assay::Status failed_for(const char* reason, assay::Status status) noexcept {
    if (status == assay::Status::conflict || status == assay::Status::refused ||
        status == assay::Status::failed) {
      error_ = reason;
    }
    return status;
  }

  assay::Bytes error() const { return error_; }

  std::int64_t value() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> count_{0};
  assay::Bytes error_;
};

}  // namespace noop
