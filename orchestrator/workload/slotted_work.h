// What all works share: the number of slots, and whether replies are looked into.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "workload/work.h"

namespace assay::workload {

// How many slots of so many bytes: at least the depth, otherwise up to 256 as long as they fit in
// the second-level cache, so that making values does not cool the cache for what is measured.
inline std::uint32_t slot_count(std::uint32_t depth, std::uint64_t bytes_per_slot) {
  constexpr std::uint64_t cache_bytes = std::uint64_t{256} << 10;
  const std::uint64_t fitting = cache_bytes / std::max<std::uint64_t>(bytes_per_slot, 1);
  const auto wanted = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fitting, 1, 256));
  return std::max(std::bit_floor(wanted), std::bit_ceil(std::max(depth, 1U)));
}

class SlottedWork : public Work {
 public:
  std::uint32_t slots() const final { return slots_; }

  bool checks() const final { return checks_; }

 protected:
  SlottedWork(std::uint32_t slots, bool checks) : slots_(slots), checks_(checks) {}

 private:
  std::uint32_t slots_;
  bool checks_;
};

}  // namespace assay::workload
