// The pace of an open loop: operations start when they are due and a slot is free.
// Belongs to the loop's thread, whose lanes share it; borrows all it is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/arrivals.h"
#include "engine/generator_lag.h"
#include "engine/load_loop.h"
#include "engine/recorder.h"

namespace assay::engine {

template <typename Clock>
class OpenPace {
 public:
  struct Times {
    std::int64_t due_ns = 0;
    std::int64_t ready_ns = 0;  // until it is sent: when its slot became free
    std::int64_t sent_ns = 0;
  };

  // One at a time, so that what is due does not wait for the making of what is not.
  static constexpr std::uint64_t most_made = 1;

  // slots: of all lanes together.
  OpenPace(Clock& clock, Recorder& recorder, const Window& window, std::uint64_t slots)
      : clock_(clock),
        recorder_(recorder),
        window_(window),
        arrivals_(*window.offer, window.start_ns),
        free_slots_(slots),
        room_since_ns_(window.start_ns) {}

  std::int64_t now_ns = 0;  // the last reading

  Clock& clock() const { return clock_; }

  std::int64_t read_clock() { return now_ns = clock_.now(); }

  // When the next operation is due.
  std::int64_t due_ns() const { return arrivals_.due_ns(); }

  // Nothing is started any more.
  bool over() const {
    return due_ns() >= window_.end_ns || now_ns >= window_.end_ns + window_.offer->drain_ns;
  }

  // How many operations may be started now: 1 means at least one.
  std::uint64_t startable() const { return due_ns() <= now_ns && !over() ? 1 : 0; }

  std::uint64_t free_slots() const { return free_slots_; }

  // The operation that is due is about to start.
  Times next() {
    const Times times{due_ns(), room_since_ns_, 0};
    arrivals_.pop();
    --free_slots_;
    return times;
  }

  void sent(Times& times, std::int64_t sent_ns) {
    times.ready_ns = lag_.on_time_ns(times.due_ns, times.ready_ns, sent_ns);
    times.sent_ns = sent_ns;
  }

  void finished(const Times& times, std::int64_t end_ns, workload::Outcome outcome,
                const Session& session, std::uint32_t part) {
    recorder_.finished_open({times.due_ns, times.ready_ns, times.sent_ns, end_ns, part}, outcome,
                            session);
    if (free_slots_++ == 0) {
      room_since_ns_ = end_ns;
    }
  }

  void lost_connection() { recorder_.lost_connection(); }

  // Its connection is gone. No times: nothing was in flight on it.
  void lost(const std::optional<Times>& times, workload::Outcome outcome, std::string_view error) {
    recorder_.lost(times ? times->due_ns : now_ns, now_ns, outcome, error);
    free_slots_ += times ? 1 : 0;
  }

  // So many free slots are gone with their connection.
  void slots_lost(std::uint64_t slots) { free_slots_ -= slots; }

  // Counts what was due and is not started any more.
  void give_up() { recorder_.give_up(arrivals_, window_, lag_); }

 private:
  Clock& clock_;
  Recorder& recorder_;
  const Window& window_;
  Arrivals arrivals_;
  GeneratorLag lag_;
  std::uint64_t free_slots_;
  std::int64_t room_since_ns_;  // when a slot became free after all had been taken
};

}  // namespace assay::engine
