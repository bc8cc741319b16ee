#include "workload/mixed_work.h"

#include <cassert>
#include <limits>

namespace assay::workload {

MixedWork::MixedWork(std::vector<Part> parts, History& history, const Random& random)
    : history_(history), random_(random) {
  assert(!parts.empty());
  std::uint32_t slots = std::numeric_limits<std::uint32_t>::max();
  double sum = 0;
  for (Part& part : parts) {
    slots = std::min(slots, part.work->slots());
    checks_ = checks_ || part.work->checks();
    sum += part.share;
    // 2^64 times the sum of the shares, as far as a number of 64 bits goes.
    const double below = sum * 0x1p64;
    const std::uint32_t own = part.work->slots();
    lots_.push_back({std::move(part.work),
                     below < 0x1p64 ? static_cast<std::uint64_t>(below) : UINT64_MAX, own});
  }
  lots_.back().below = UINT64_MAX;
  slots_.resize(slots);
  part_of_.resize(slots);
}

void MixedWork::make(std::uint32_t first, std::uint32_t count) {
  history_.begin_making();
  Random random = random_;  // in registers while it draws
  for (std::size_t i = first; i < first + count; ++i) {
    const std::uint64_t drawn = random.next();
    std::uint32_t part = 0;
    for (std::size_t each = 0; each + 1 < lots_.size(); ++each) {
      part += drawn >= lots_[each].below ? 1 : 0;
    }
    Lot& lot = lots_[part];
    part_of_[i] = static_cast<std::uint8_t>(part);
    slots_[i] = {lot.work.get(), (lot.next + lot.count++) & (lot.slots - 1)};
  }
  random_ = random;
  for (Lot& lot : lots_) {
    const std::uint32_t until_end = std::min(lot.count, lot.slots - lot.next);
    if (until_end > 0) {
      lot.work->make(lot.next, until_end);
    }
    if (lot.count > until_end) {
      lot.work->make(0, lot.count - until_end);
    }
    lot.next = (lot.next + lot.count) & (lot.slots - 1);
    lot.count = 0;
  }
}

std::uint64_t MixedWork::other_calls() const {
  std::uint64_t sum = 0;
  for (const Lot& lot : lots_) {
    sum += lot.work->other_calls();
  }
  return sum;
}

Verdict MixedWork::verify(std::uint64_t most) {
  history_.begin_verifying();
  Verdict all;
  for (const Lot& lot : lots_) {
    all.add(lot.work->verify(most - all.checked));
  }
  return all;
}

}  // namespace assay::workload
