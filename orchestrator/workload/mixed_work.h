// The work of a mix on one session: draws whose each operation is, and leaves it to the member's
// own work. Belongs to the session's thread; owns the members' works.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "workload/history.h"
#include "workload/random.h"
#include "workload/work.h"

namespace assay::workload {

class MixedWork final : public Work {
 public:
  struct Part {
    double share;  // of the operations; all add up to 1
    std::unique_ptr<Work> work;
  };

  // REQUIRES: at least one part, at most 256.
  MixedWork(std::vector<Part> parts, History& history, const Random& random);

  std::uint32_t slots() const override { return static_cast<std::uint32_t>(slots_.size()); }

  void make(std::uint32_t first, std::uint32_t count) override;

  Status issue(std::uint32_t slot, Reply& reply) override {
    const Slot& one = slots_[slot];
    return one.work->issue(one.slot, reply);
  }

  bool checks() const override { return checks_; }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    const Slot& one = slots_[slot];
    return one.work->check(one.slot, status, reply);
  }

  std::uint64_t other_calls() const override;

  Parts parts() const override {
    return {static_cast<std::uint32_t>(lots_.size()), part_of_.data()};
  }

  Verdict verify(std::uint64_t most) override;

 private:
  struct Slot {
    Work* work = nullptr;
    std::uint32_t slot = 0;  // of that work
  };

  // A member takes its own slots around and around, as operations are made and end in one order.
  struct Lot {
    std::unique_ptr<Work> work;
    std::uint64_t below = 0;  // a draw below it, and not below the one before, is this member's
    std::uint32_t slots = 0;  // the work's; a power of two
    std::uint32_t next = 0;   // of its slots
    std::uint32_t count = 0;  // drawn in this make
  };

  std::vector<Lot> lots_;
  std::vector<Slot> slots_;            // [slot]
  std::vector<std::uint8_t> part_of_;  // [slot] index into lots_
  History& history_;
  Random random_;
  bool checks_ = false;
};

}  // namespace assay::workload
