// The pace of a closed loop: operations start as soon as there is room for them.
// Belongs to the loop's thread, whose lanes share it; borrows all it is made of.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/load_loop.h"
#include "engine/recorder.h"

namespace assay::engine {

template <typename Clock>
class ClosedPace {
 public:
  struct Times {
    std::int64_t begin_ns = 0;
  };

  static constexpr std::uint64_t most_made = UINT64_MAX;

  ClosedPace(Clock& clock, Recorder& recorder, const Window& window)
      : clock_(clock), recorder_(recorder), window_(window) {}

  std::int64_t now_ns = 0;  // the last reading

  Clock& clock() const { return clock_; }

  std::int64_t read_clock() { return now_ns = clock_.now(); }

  // How many operations may still be started now.
  std::uint64_t startable() const {
    return now_ns >= window_.end_ns ? 0 : window_.operations.value_or(UINT64_MAX) - counted_starts_;
  }

  // An operation is about to start. Only those that begin in the window count, which is known when
  // they are sent; until then they do.
  Times next() {
    ++counted_starts_;
    return {};
  }

  void sent(Times& times, std::int64_t sent_ns) {
    times.begin_ns = sent_ns;
    counted_starts_ -= sent_ns < window_.measure_ns ? 1 : 0;
  }

  void finished(const Times& times, std::int64_t end_ns, workload::Outcome outcome,
                const Session& session, std::uint32_t part) {
    recorder_.finished(times.begin_ns, end_ns, outcome, session, part);
  }

  void lost_connection() { recorder_.lost_connection(); }

  // Its connection is gone. No times: nothing was in flight on it.
  void lost(const std::optional<Times>& times, workload::Outcome outcome, std::string_view error) {
    recorder_.lost(times ? times->begin_ns : now_ns, now_ns, outcome, error);
  }

 private:
  Clock& clock_;
  Recorder& recorder_;
  const Window& window_;
  std::uint64_t counted_starts_ = 0;  // operations begun at or after measure_ns
};

}  // namespace assay::engine
