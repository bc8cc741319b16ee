// Turns finished operations into a thread's figures: what counts, which second, which outcome.
// Both load loops use it, so that an operation counts by one rule. Belongs to the loop's thread;
// borrows the pulse and the tally.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/generator_lag.h"
#include "engine/load_loop.h"

namespace assay::engine {

// An operation of an open loop, instants in ns.
struct Course {
  std::int64_t due_ns = 0;
  std::int64_t ready_ns = 0;  // when a generator that is never late would have sent it
  std::int64_t sent_ns = 0;
  std::int64_t end_ns = 0;
  std::uint32_t part = 0;  // of a mix
};

class Recorder {
 public:
  // REQUIRES: the tally is fresh but for its parts.
  Recorder(const Window& window, Pulse& pulse, Tally& tally);

  // One operation ended. Times in ns; session: whose last_error tells about an outcome that is not
  // ok, asked at once. part: whose operation of a mix it was.
  void finished(std::int64_t begin_ns, std::int64_t end_ns, workload::Outcome outcome,
                const Session& session, std::uint32_t part = 0) {
    beat(end_ns);
    if (begin_ns < measure_ns_) {
      doubt(outcome);
      return;
    }
    ++counted_;
    first_ns_ = std::min(first_ns_, begin_ns);
    last_ns_ = std::max(last_ns_, end_ns);
    if (outcome != workload::Outcome::ok) {
      not_ok(outcome, session.last_error());
      return;
    }
    while (end_ns > boundary_ns_) {
      next_second();
    }
    ++in_second_;
    responses_[part].record(end_ns - begin_ns);
  }

  // The same for an operation of an open loop.
  void finished_open(const Course& course, workload::Outcome outcome, const Session& session) {
    const std::uint64_t counted_before = counted_;
    finished(course.due_ns, course.end_ns, outcome, session, course.part);
    if (counted_ == counted_before) {
      return;
    }
    tally_.generator.record(course.sent_ns - course.ready_ns);
    tally_.waited += course.ready_ns > course.due_ns ? 1 : 0;
    const auto part = static_cast<std::size_t>((course.due_ns - measure_ns_) / part_ns_);
    ++tally_.part_operations[part];
    tally_.part_waited_ns[part] += static_cast<std::uint64_t>(course.ready_ns - course.due_ns);
    if (outcome == workload::Outcome::ok) {
      tally_.service.record(course.end_ns - course.sent_ns);
    }
  }

  // The loop ends: counts what was due in the window and is not started any more.
  void give_up(Arrivals& arrivals, const Window& window, const GeneratorLag& lag);

  // One operation was in flight on a connection that is gone. It counts as unknown even when it
  // began in the warm-up: the measured window lacks the connection, and that must show.
  void lost(std::int64_t begin_ns, std::int64_t end_ns, workload::Outcome outcome,
            std::string_view error);

  // A connection is gone, whatever was in flight on it.
  void lost_connection() { ++tally_.lost_connections; }

  // Operations counted so far, whatever their outcome.
  std::uint64_t counted() const { return counted_; }

  // Completes the tally. now_ns: when the loop ended.
  void close(std::int64_t now_ns);

 private:
  void beat(std::int64_t end_ns) {
    pulse_.operations.store(++finished_, std::memory_order_relaxed);
    pulse_.last_ns.store(end_ns, std::memory_order_relaxed);
  }

  void doubt(workload::Outcome outcome) {
    using workload::Outcome;
    if (outcome == Outcome::refused || outcome == Outcome::timeout || outcome == Outcome::unknown ||
        outcome == Outcome::failed) {
      ++tally_.doubtful;
    }
  }

  void not_ok(workload::Outcome outcome, std::string_view error);
  void next_second();

  Pulse& pulse_;
  Tally& tally_;
  Histogram* responses_;  // [part]; without parts the tally's one
  std::int64_t measure_ns_;
  std::optional<std::int64_t> open_end_ns_;  // where the window of an open loop ends
  std::int64_t part_ns_;                     // of its window
  std::int64_t boundary_ns_;                 // where the running second ends; never in the last one
  std::uint64_t seconds_;  // of the window; the greatest number when it has no end in time
  std::uint64_t in_second_ = 0;
  std::uint64_t finished_ = 0;
  std::uint64_t counted_ = 0;
  std::int64_t first_ns_ = INT64_MAX;
  std::int64_t last_ns_ = 0;
};

}  // namespace assay::engine
