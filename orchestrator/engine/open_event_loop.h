// The open load loop over pipelined sessions: starts what is due on lanes that have room, and waits
// for replies in between, never past the next operation that is due.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/arrivals.h"
#include "engine/open_pace.h"
#include "engine/pipeline.h"
#include "engine/poller.h"

namespace assay::engine {

template <typename Clock>
class OpenEventLoop {
 public:
  using Pace = OpenPace<Clock>;

  OpenEventLoop(Pace& pace, std::vector<Pipeline<Pace>>& lanes, std::uint32_t depth,
                const Offer& offer)
      : pace_(pace),
        lanes_(lanes),
        depth_(depth),
        offer_(offer),
        poller_(static_cast<std::uint32_t>(lanes.size())),
        live_(lanes.size()) {}

  void run(const std::atomic<bool>& stop) {
    for (Pipeline<Pace>& lane : lanes_) {
      lane.prepare();
    }
    while (!stop.load(std::memory_order_relaxed) && live_ > 0 &&
           (in_flight_ > 0 || !pace_.over())) {
      start_due();
      for (const std::uint32_t lane : poller_.wait(pace_.now_ns, patience_ns(), pace_.clock())) {
        step(lane, [](Pipeline<Pace>& pipeline) { pipeline.receive(); });
      }
      ask_silent();
      pace_.read_clock();
    }
    pace_.give_up();
  }

 private:
  // What is due goes to the lanes in turn, so that their connections share the load.
  void start_due() {
    for (std::size_t tried = 0;
         tried < lanes_.size() && pace_.startable() > 0 && pace_.free_slots() > 0;) {
      const auto lane = static_cast<std::uint32_t>(turn_++ % lanes_.size());
      if (!lanes_[lane].dead() && lanes_[lane].has_room()) {
        step(lane, [](Pipeline<Pace>& pipeline) { pipeline.refill(); });
        tried = 0;
      } else {
        ++tried;
      }
    }
  }

  // A wait that ends late makes operations late: it ends spin_ns before one is due.
  std::int64_t patience_ns() const {
    if (!silent_.empty()) {
      return 0;
    }
    if (pace_.over() || pace_.free_slots() == 0) {
      return most_wait_ns;
    }
    return std::clamp<std::int64_t>(pace_.due_ns() - offer_.spin_ns - pace_.now_ns, 0,
                                    most_wait_ns);
  }

  template <typename Does>
  void step(std::uint32_t index, Does does) {
    Pipeline<Pace>& pipeline = lanes_[index];
    if (pipeline.dead()) {
      return;
    }
    in_flight_ -= pipeline.in_flight();
    does(pipeline);
    if (!pipeline.dead()) {
      pipeline.drain();
    }
    in_flight_ += pipeline.in_flight();
    if (pipeline.dead()) {
      --live_;
      pace_.slots_lost(depth_);
      poller_.watch(index, Wait{}, pace_.now_ns);
      listen_for(index, false);
      return;
    }
    pipeline.prepare();
    const Wait wait = pipeline.waits();
    poller_.watch(index, wait, pace_.now_ns);
    listen_for(index, pipeline.in_flight() > 0 && wait.fd < 0 && wait.timer_ns < 0);
  }

  // A lane that names neither descriptor nor timer is asked again and again.
  void listen_for(std::uint32_t lane, bool silent) {
    const auto found = std::ranges::find(silent_, lane);
    if (silent && found == silent_.end()) {
      silent_.push_back(lane);
    } else if (!silent && found != silent_.end()) {
      silent_.erase(found);
    }
  }

  void ask_silent() {
    const std::vector<std::uint32_t> now = silent_;
    for (const std::uint32_t lane : now) {
      step(lane, [](Pipeline<Pace>& pipeline) { pipeline.receive(); });
    }
  }

  Pace& pace_;
  std::vector<Pipeline<Pace>>& lanes_;
  std::uint32_t depth_;
  const Offer& offer_;
  Poller poller_;
  std::size_t live_;
  std::uint64_t in_flight_ = 0;
  std::uint64_t turn_ = 0;
  std::vector<std::uint32_t> silent_;  // lanes that wait for nothing that can be watched
};

}  // namespace assay::engine
