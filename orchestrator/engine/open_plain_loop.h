// The open load loop over sessions that block, for any clock: now() in ns and sleep_until(ns,
// stop). A blocking call takes its whole thread, so a thread has one slot, however many sessions it
// has: it is free when the call before has returned. Runs on the calling thread; the contract is
// that of run_plain in load_loop.h.
#pragma once

#include <algorithm>
#include <span>

#include "engine/arrivals.h"
#include "engine/generator_lag.h"
#include "engine/judge.h"
#include "engine/load_loop.h"
#include "engine/recorder.h"

namespace assay::engine {

// Sleeps until an operation is due, or a little less and watches the clock then; at once when that
// has passed. Returns the last reading.
template <typename Clock>
std::int64_t await_due(Clock& clock, std::int64_t due_ns, std::int64_t spin_ns,
                       const std::atomic<bool>& stop) {
  std::int64_t now_ns = clock.now();
  if (now_ns < due_ns - spin_ns) {
    clock.sleep_until(due_ns - spin_ns, stop);
    now_ns = clock.now();
  }
  while (now_ns < due_ns && !stop.load(std::memory_order_relaxed)) {
    now_ns = clock.now();
  }
  return now_ns;
}

template <typename Clock>
class OpenPlainLoop {
 public:
  OpenPlainLoop(std::span<const Lane> lanes, const Window& window, const std::atomic<bool>& stop,
                Clock& clock, Recorder& recorder)
      : lanes_(lanes),
        window_(window),
        offer_(*window.offer),
        stop_(stop),
        clock_(clock),
        recorder_(recorder),
        arrivals_(offer_, window.start_ns) {
    for (const Lane& lane : lanes_) {
      slots_ = std::min(slots_, lane.work->slots());
    }
  }

  // Returns when it ended.
  std::int64_t run() {
    const std::int64_t last_start_ns = window_.end_ns + offer_.drain_ns;
    std::int64_t free_ns = window_.start_ns;
    std::uint32_t slot = 0;
    Reply reply;
    for (std::size_t turn = 0; !lanes_.empty() && arrivals_.due_ns() < window_.end_ns; ++turn) {
      const Lane& lane = lanes_[turn % lanes_.size()];
      if (turn % lanes_.size() == 0 && turn > 0) {
        slot = slot + 1 < slots_ ? slot + 1 : 0;
      }
      lane.work->make(slot, 1);
      const std::int64_t due_ns = arrivals_.due_ns();
      const std::int64_t sent_ns = await_due(clock_, due_ns, offer_.spin_ns, stop_);
      if (stop_.load(std::memory_order_relaxed) || sent_ns >= last_start_ns) {
        break;
      }
      arrivals_.pop();
      const Status status = lane.work->issue(slot, reply);
      const std::int64_t end_ns = clock_.now();
      recorder_.finished_open(
          {due_ns, lag_.on_time_ns(due_ns, free_ns, sent_ns), sent_ns, end_ns, lane.part_of(slot)},
          judge(lane, slot, status, reply, lane.work->checks()), *lane.session);
      free_ns = end_ns;
    }
    recorder_.give_up(arrivals_, window_, lag_);
    return clock_.now();
  }

 private:
  std::span<const Lane> lanes_;
  const Window& window_;
  const Offer& offer_;
  const std::atomic<bool>& stop_;
  Clock& clock_;
  Recorder& recorder_;
  Arrivals arrivals_;
  GeneratorLag lag_;
  std::uint32_t slots_ = UINT32_MAX;  // that all lanes have
};

}  // namespace assay::engine
