// The closed load loop: one thread drives its sessions until its window ends.
// run_plain uses sessions that block, in turn; run_pipelined keeps `depth` operations in flight on
// each of many sessions from one thread, waiting by epoll, or in the read itself for one session.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/session.h"
#include "engine/histogram.h"
#include "workload/work.h"

namespace assay::engine {

// When a thread starts and ends, on the clock of clock.h. An operation counts when it starts at or
// after measure_ns; no operation starts at or after end_ns, and those in flight then are finished
// and counted.
struct Window {
  std::int64_t start_ns = 0;
  std::int64_t measure_ns = 0;
  std::int64_t end_ns = 0;                  // in use when operations is empty
  std::optional<std::uint64_t> operations;  // this thread's share; end_ns is then its hard deadline
};

// What a thread's neighbours may read while it runs.
struct alignas(64) Pulse {
  std::atomic<std::uint64_t> operations{0};  // finished, warm-up included
  std::atomic<std::int64_t> last_ns{0};      // when the last one finished
};

// One thread's figures over its window; added up afterwards.
struct Tally {
  Histogram response;  // from the intended start
  Histogram service;   // from the real send; equal to response in a closed plain loop, then empty
  std::array<std::uint64_t, workload::outcome_count> outcomes{};  // [Outcome]
  std::vector<std::uint64_t> series;  // [second since measure_ns] operations finished ok
  std::int64_t first_ns = 0;          // start of the first counted operation
  std::int64_t last_ns = 0;           // end of the last counted operation
  std::string first_error;            // text of the first outcome that is not ok
};

// A session with its work. Both belong to the running thread.
struct Lane {
  Session* session = nullptr;
  workload::Work* work = nullptr;
};

// stop: set from outside to end early (the tally then holds what was finished).
// REQUIRES: lanes are of depth 0.
void run_plain(std::span<const Lane> lanes, const Window& window, const std::atomic<bool>& stop,
               Pulse& pulse, Tally& tally);

// REQUIRES: lanes are of depth >= 1; sessions of a single lane were opened with blocking_receive.
void run_pipelined(std::span<const Lane> lanes, std::uint32_t depth, const Window& window,
                   const std::atomic<bool>& stop, Pulse& pulse, Tally& tally);

}  // namespace assay::engine
