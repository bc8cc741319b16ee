// The load loop over pipelined sessions, for any clock: now() in ns and sleep_until(ns, stop).
// Runs on the calling thread; the contract is that of run_pipelined in load_loop.h.
#pragma once

#include <span>
#include <vector>

#include "engine/load_loop.h"
#include "engine/pipeline.h"
#include "engine/poller.h"
#include "engine/recorder.h"

namespace assay::engine {

// One lane: waits in the read itself.
template <typename Clock>
void drive_one(Progress<Clock>& progress, Pipeline<Clock>& pipeline,
               const std::atomic<bool>& stop) {
  while (!pipeline.dead() && !stop.load(std::memory_order_relaxed)) {
    pipeline.refill();
    if (pipeline.in_flight() == 0) {
      if (progress.left() == 0) {
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
template <typename Clock>
class EventLoop {
 public:
  EventLoop(Progress<Clock>& progress, std::vector<Pipeline<Clock>>& lanes)
      : progress_(progress),
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
           (in_flight_ > 0 || progress_.left() > 0)) {
      now.clear();
      now.swap(again_);
      for (const std::uint32_t lane : now) {
        states_[lane].queued = false;
        step(lane, states_[lane].waits_for_nothing && lanes_[lane].in_flight() > 0);
      }
      const auto ready =
          poller_.wait(progress_.now_ns, again_.empty() ? most_wait_ns : 0, progress_.clock);
      for (const std::uint32_t lane : ready) {
        step(lane, true);
      }
      if (now.empty() && ready.empty()) {
        progress_.read_clock();
      }
    }
  }

 private:
  struct State {
    bool queued = false;             // in again_
    bool waits_for_nothing = false;  // neither descriptor nor timer: asked again and again
  };

  void step(std::uint32_t lane, bool ready) {
    Pipeline<Clock>& pipeline = lanes_[lane];
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
    const bool starts_more = progress_.left() > 0;
    if (pipeline.dead() || (pipeline.in_flight() == 0 && !starts_more)) {
      live_ -= pipeline.dead() ? 1 : 0;
      poller_.watch(lane, Wait{}, progress_.now_ns);
      return;
    }
    const Wait wait = pipeline.waits();
    poller_.watch(lane, wait, progress_.now_ns);
    State& state = states_[lane];
    state.waits_for_nothing = wait.fd < 0 && wait.timer_ns < 0;
    if (!state.queued && (state.waits_for_nothing || (starts_more && pipeline.has_room()))) {
      state.queued = true;
      again_.push_back(lane);
    }
  }

  Progress<Clock>& progress_;
  std::vector<Pipeline<Clock>>& lanes_;
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
  Progress<Clock> progress{clock, recorder, window};
  std::vector<Pipeline<Clock>> pipelines;
  pipelines.reserve(lanes.size());
  for (const Lane& lane : lanes) {
    pipelines.emplace_back(lane, depth, progress);
  }
  clock.sleep_until(window.start_ns, stop);
  progress.read_clock();
  if (pipelines.size() == 1) {
    drive_one(progress, pipelines.front(), stop);
  } else {
    EventLoop<Clock>(progress, pipelines).run(stop);
  }
  recorder.close(progress.read_clock());
}

}  // namespace assay::engine
