// The load loop over pipelined sessions, for any clock: now() in ns and sleep_until(ns, stop).
// Runs on the calling thread; the contract is that of run_pipelined in load_loop.h.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "engine/closed_pace.h"
#include "engine/load_loop.h"
#include "engine/open_event_loop.h"
#include "engine/open_pace.h"
#include "engine/pipeline.h"
#include "engine/poller.h"
#include "engine/recorder.h"

namespace assay::engine {

// One lane: waits in the read itself.
template <typename Pace>
void drive_one(Pace& pace, Pipeline<Pace>& pipeline, const std::atomic<bool>& stop) {
  while (!pipeline.dead() && !stop.load(std::memory_order_relaxed)) {
    pipeline.refill();
    if (pipeline.in_flight() == 0) {
      if (pace.startable() == 0) {
        return;
      }
      continue;
    }
    if (pipeline.drain() > 0) {
      continue;
    }
    // The peer may not answer before it has all of a request: never read blindly before that.
    if (pipeline.unsent() && !wait_for(pipeline.waits())) {
      pipeline.send();
      continue;
    }
    if (pipeline.receive() == Status::pending) {
      wait_for(pipeline.waits());
    }
  }
}

// Many lanes: an event loop whose every step is about one lane that has something to do.
template <typename Pace>
class EventLoop {
 public:
  EventLoop(Pace& pace, std::vector<Pipeline<Pace>>& lanes)
      : pace_(pace),
        lanes_(lanes),
        poller_(static_cast<std::uint32_t>(lanes.size())),
        states_(lanes.size()),
        live_(lanes.size()) {
    for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
      again_.push_back(lane);
    }
  }

  void run(const std::atomic<bool>& stop) {
    std::vector<std::uint32_t> now;
    while (!stop.load(std::memory_order_relaxed) && live_ > 0 &&
           (in_flight_ > 0 || pace_.startable() > 0)) {
      now.clear();
      now.swap(again_);
      for (const std::uint32_t lane : now) {
        states_[lane].queued = false;
        step(lane, states_[lane].waits_for_nothing && lanes_[lane].in_flight() > 0);
      }
      const auto ready =
          poller_.wait(pace_.now_ns, again_.empty() ? most_wait_ns : 0, pace_.clock());
      for (const std::uint32_t lane : ready) {
        step(lane, true);
      }
      if (now.empty() && ready.empty()) {
        pace_.read_clock();
      }
    }
  }

 private:
  struct State {
    bool queued = false;             // in again_
    bool waits_for_nothing = false;  // neither descriptor nor timer: asked again and again
  };

  void step(std::uint32_t lane, bool ready) {
    Pipeline<Pace>& pipeline = lanes_[lane];
    if (pipeline.dead()) {
      return;
    }
    in_flight_ -= pipeline.in_flight();
    if (ready) {
      pipeline.receive();
    }
    if (!pipeline.dead()) {
      pipeline.refill();
    }
    if (!pipeline.dead()) {
      pipeline.drain();
    }
    in_flight_ += pipeline.in_flight();
    const bool starts_more = pace_.startable() > 0;
    if (pipeline.dead() || (pipeline.in_flight() == 0 && !starts_more)) {
      live_ -= pipeline.dead() ? 1 : 0;
      poller_.watch(lane, Wait{}, pace_.now_ns);
      return;
    }
    const Wait wait = pipeline.waits();
    poller_.watch(lane, wait, pace_.now_ns);
    State& state = states_[lane];
    state.waits_for_nothing = wait.fd < 0 && wait.timer_ns < 0;
    if (!state.queued && (state.waits_for_nothing || (starts_more && pipeline.has_room()))) {
      state.queued = true;
      again_.push_back(lane);
    }
  }

  Pace& pace_;
  std::vector<Pipeline<Pace>>& lanes_;
  Poller poller_;
  std::vector<State> states_;  // [lane]
  std::size_t live_;
  std::uint64_t in_flight_ = 0;
  std::vector<std::uint32_t> again_;  // lanes to step without waiting
};

// run_pipelined on a clock of the caller's.
template <typename Clock>
void run_pipelined_on(Clock& clock, std::span<const Lane> lanes, std::uint32_t depth,
                      const Window& window, const std::atomic<bool>& stop, Pulse& pulse,
                      Tally& tally) {
  Recorder recorder(window, pulse, tally);
  const auto run = [&]<typename Pace>(Pace pace) {
    std::vector<Pipeline<Pace>> pipelines;
    pipelines.reserve(lanes.size());
    for (const Lane& lane : lanes) {
      pipelines.emplace_back(lane, depth, pace);
    }
    clock.sleep_until(window.start_ns, stop);
    pace.read_clock();
    if constexpr (std::is_same_v<Pace, OpenPace<Clock>>) {
      OpenEventLoop<Clock>(pace, pipelines, depth, *window.offer).run(stop);
    } else if (pipelines.size() == 1) {
      drive_one(pace, pipelines.front(), stop);
    } else {
      EventLoop<Pace>(pace, pipelines).run(stop);
    }
    recorder.close(pace.read_clock());
  };
  if (window.offer) {
    run(OpenPace<Clock>(clock, recorder, window, std::uint64_t{depth} * lanes.size()));
  } else {
    run(ClosedPace<Clock>(clock, recorder, window));
  }
}

}  // namespace assay::engine
