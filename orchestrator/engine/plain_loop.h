// The load loop over sessions that block, for any clock: now() in ns and sleep_until(ns, stop).
// Runs on the calling thread; the contract is that of run_plain in load_loop.h.
#pragma once

#include <algorithm>
#include <span>

#include "engine/judge.h"
#include "engine/load_loop.h"
#include "engine/open_plain_loop.h"
#include "engine/recorder.h"

namespace assay::engine {

template <typename Clock>
class PlainLoop {
 public:
  PlainLoop(std::span<const Lane> lanes, const Window& window, const std::atomic<bool>& stop,
            Clock& clock, Recorder& recorder)
      : lanes_(lanes),
        stop_(stop),
        clock_(clock),
        recorder_(recorder),
        end_ns_(window.end_ns),
        share_(window.operations.value_or(UINT64_MAX)) {}

  // Returns when it ended.
  std::int64_t run() {
    const bool checked = std::any_of(lanes_.begin(), lanes_.end(),
                                     [](const Lane& lane) { return lane.work->checks(); });
    std::uint32_t slots = UINT32_MAX;
    for (const Lane& lane : lanes_) {
      slots = std::min(slots, lane.work->slots());
    }
    now_ns_ = clock_.now();
    while (!lanes_.empty() && goes_on()) {
      const auto count =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(slots, share_ - recorder_.counted()));
      for (const Lane& lane : lanes_) {
        lane.work->make(0, count);
      }
      now_ns_ = clock_.now();
      checked ? block<true>(count) : block<false>(count);
    }
    return now_ns_;
  }

 private:
  bool goes_on() const {
    return now_ns_ < end_ns_ && recorder_.counted() < share_ &&
           !stop_.load(std::memory_order_relaxed);
  }

  // Issues the made slots, one operation of each lane in turn. Where nothing is done between two
  // operations, the end of one is the start of the next, and one clock reading serves both.
  template <bool checked>
  void block(std::uint32_t count) {
    Reply reply;
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      for (const Lane& lane : lanes_) {
        if (checked) {
          now_ns_ = clock_.now();
        }
        if (!goes_on()) {
          return;
        }
        const std::int64_t begin_ns = now_ns_;
        const Status status = lane.work->issue(slot, reply);
        now_ns_ = clock_.now();
        recorder_.finished(begin_ns, now_ns_, judge(lane, slot, status, reply, checked),
                           *lane.session, lane.part_of(slot));
      }
    }
  }

  std::span<const Lane> lanes_;
  const std::atomic<bool>& stop_;
  Clock& clock_;
  Recorder& recorder_;
  std::int64_t end_ns_;
  std::uint64_t share_;
  std::int64_t now_ns_ = 0;
};

// run_plain on a clock of the caller's.
template <typename Clock>
void run_plain_on(Clock& clock, std::span<const Lane> lanes, const Window& window,
                  const std::atomic<bool>& stop, Pulse& pulse, Tally& tally) {
  Recorder recorder(window, pulse, tally);
  clock.sleep_until(window.start_ns, stop);
  recorder.close(window.offer ? OpenPlainLoop<Clock>(lanes, window, stop, clock, recorder).run()
                              : PlainLoop<Clock>(lanes, window, stop, clock, recorder).run());
}

}  // namespace assay::engine
