// The load loop: one thread drives its sessions until its window ends. Closed: as fast as replies
// come; an operation's response time starts where it is sent, so response and service are one and
// service stays empty. Open: operations are due by a schedule; response counts from when one is
// due, service from when it is sent.
// run_plain uses sessions that block, in turn; run_pipelined keeps `depth` operations in flight on
// each of many sessions from one thread, waiting by epoll, or in the read itself for one session.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "assay/session.h"
#include "engine/arrivals.h"
#include "engine/tally.h"
#include "workload/work.h"

namespace assay::engine {

// When a thread starts and ends, on the clock of clock.h. An operation counts when it starts (open:
// is due) at or after measure_ns; none starts (is due) at or after end_ns, and those in flight then
// are finished and counted.
struct Window {
  std::int64_t start_ns = 0;
  std::int64_t measure_ns = 0;
  std::int64_t end_ns = 0;  // in use when operations is empty
  std::optional<std::uint64_t> operations =
      {};                           // this thread's share; end_ns is then its hard deadline
  std::optional<Offer> offer = {};  // set: the loop is open, and operations is empty
};

// What a thread's neighbours may read while it runs.
struct alignas(64) Pulse {
  std::atomic<std::uint64_t> operations{0};  // finished, warm-up included
  std::atomic<std::int64_t> last_ns{0};      // when the last one finished
};

// A session with its work. Both belong to the running thread.
struct Lane {
  Session* session = nullptr;
  workload::Work* work = nullptr;
  const std::uint8_t* parts = nullptr;  // Work::Parts::of_slot

  // Whose the slot's operation is.
  std::uint32_t part_of(std::uint32_t slot) const { return parts == nullptr ? 0 : parts[slot]; }
};

// Both loops: `tally` is fresh but for its parts, of which there are as many as the works have.
// stop: set from outside to end early; the tally then holds what was finished. What a plugin throws
// passes through, and the tally is then without meaning. A count of operations is exact: that many
// are started and counted, whatever their outcome, unless stop or end_ns comes first.

// One operation of each lane in turn.
// REQUIRES: lanes are of depth 0.
void run_plain(std::span<const Lane> lanes, const Window& window, const std::atomic<bool>& stop,
               Pulse& pulse, Tally& tally);

// A lane whose connection is gone takes no further part and counts among the lost connections: its
// operations in flight count as unknown, also those begun in the warm-up, and first_error holds the
// session's words.
// Memory: 16 bytes an operation of depth and under 1 KB a lane, beside the works and sessions.
// REQUIRES: lanes are of depth >= 1; the session of a single lane was opened with blocking_receive.
void run_pipelined(std::span<const Lane> lanes, std::uint32_t depth, const Window& window,
                   const std::atomic<bool>& stop, Pulse& pulse, Tally& tally);

}  // namespace assay::engine
