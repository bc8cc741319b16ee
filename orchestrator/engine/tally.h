// What a thread of load has to show for its window.
// Plain data: written by the thread that runs a loop, read by others once the loop has returned.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/histogram.h"
#include "workload/work.h"

namespace assay::engine {

// Equal parts of an open loop's window, by which a backlog that grows is told from one that comes
// and goes.
inline constexpr std::size_t window_parts = 8;

// One thread's figures over its window; added up afterwards.
struct Tally {
  Histogram response;  // from the intended start
  Histogram service;   // from the real send; equal to response in a closed loop, then empty
  std::vector<Histogram> parts;  // [member of a mix] response; they add up to it. Else empty
  std::array<std::uint64_t, workload::outcome_count> outcomes{};  // [Outcome]
  // Open loop, of the operations that were due in the window:
  Histogram generator;       // our own delay: how much earlier a generator that is never late sends
  std::uint64_t waited = 0;  // that one would have waited for a slot, too: the system's delay
  std::uint64_t unsent = 0;  // never started, for want of a slot, until the drain ended
  std::int64_t lag_ns = 0;   // how much earlier that one is done with the backlog at the end
  // Those that were started, by the part of the window in which they were due.
  std::array<std::uint64_t, window_parts> part_operations{};  // [part]
  std::array<std::uint64_t, window_parts> part_waited_ns{};  // [part] until a slot was free, summed
  // [second since measure_ns] operations finished ok; they add up to response.count(). A second s
  // covers (s, s + 1]. With an end in time there are exactly as many elements as the window has
  // seconds, the last perhaps a part of one: what finishes after end_ns is counted in it. With a
  // number of operations the last element is the second in which the last one finished.
  std::vector<std::uint64_t> series;
  std::int64_t first_ns = 0;   // start of the first counted operation; 0 when there is none
  std::int64_t last_ns = 0;    // end of the last counted operation; 0 when there is none
  std::uint64_t finished = 0;  // operations, warm-up included, however they ended
  // Of these: how many ended so that nobody knows whether the system has carried them out.
  std::uint64_t doubtful = 0;
  std::uint64_t lost_connections = 0;
  std::uint64_t other_calls = 0;  // what the works say once the loop has returned
  std::string first_error;        // text of the first counted outcome that is not ok: "failed: …"
};

// Adds one tally to another, as if one thread had done the work of both.
void add(Tally& to, const Tally& from);

// Seconds from the first counted start to the last counted end, always > 0.
// Throws Error when no operation was counted or all took no time: there is no rate then.
double counted_seconds(const Tally& tally);

}  // namespace assay::engine
