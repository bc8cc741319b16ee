// One lane of the pipelined loop: its operations in flight, from making to judging.
// Belongs to the loop's thread; borrows the session, the work and what the lanes of a thread share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/load_loop.h"
#include "engine/recorder.h"

namespace assay::engine {

// How far a thread is; its lanes share it.
template <typename Clock>
struct Progress {
  Clock& clock;
  Recorder& recorder;
  const Window& window;
  std::int64_t now_ns = 0;           // the last reading
  std::uint64_t counted_starts = 0;  // operations begun at or after measure_ns

  std::int64_t read_clock() { return now_ns = clock.now(); }

  void started(std::int64_t begin_ns, std::uint64_t operations) {
    counted_starts += begin_ns >= window.measure_ns ? operations : 0;
  }

  // How many operations may still be started now.
  std::uint64_t left() const {
    return now_ns >= window.end_ns ? 0 : window.operations.value_or(UINT64_MAX) - counted_starts;
  }
};

template <typename Clock>
class Pipeline {
 public:
  Pipeline(const Lane& lane, std::uint32_t depth, Progress<Clock>& progress)
      : session_(*lane.session),
        work_(*lane.work),
        progress_(progress),
        checks_(lane.work->checks()),
        slots_(lane.work->slots()),
        flight_(depth) {}

  std::uint32_t in_flight() const { return in_flight_; }

  // The connection is gone.
  bool dead() const { return dead_; }

  // The last flush left something unsent.
  bool unsent() const { return unsent_; }

  // Whether refill could start an operation.
  bool has_room() const {
    return in_flight_ < flight_.size() && (next_ != made_ || in_use() < slots_);
  }

  Wait waits() { return session_.waits(); }

  // Starts as many operations as there are free places, at most `depth`, and sends them.
  void refill() {
    std::uint32_t batch = 0;
    for (std::size_t i = 0; i < flight_.size() && has_room() && progress_.left() > batch; ++i) {
      if (next_ == made_) {
        make(progress_.left() - batch);
      }
      Reply reply;
      const std::uint32_t position = next_++;
      const Status status = work_.issue(position & (slots_ - 1), reply);
      if (status == Status::pending) {
        flight_[wrap(oldest_ + in_flight_++)].position = position;
        ++batch;
        answers_at_once_ = false;
      } else {
        finish_at_once(position, status, reply);
      }
    }
    if (batch > 0) {
      const std::int64_t begin_ns = progress_.read_clock();
      for (std::uint32_t i = in_flight_ - batch; i < in_flight_; ++i) {
        flight_[wrap(oldest_ + i)].begin_ns = begin_ns;
      }
      progress_.started(begin_ns, batch);
      send();
    }
  }

  // Sends what is queued, as far as the connection takes it.
  void send() {
    const Status sent = session_.flush();
    unsent_ = sent == Status::pending;
    if (sent == Status::failed) {
      progress_.read_clock();
      die();
    }
  }

  // Takes replies that need no receive: what a session read while it was sending, say.
  // Returns how many there were.
  std::uint32_t drain() {
    std::uint32_t taken = 0;
    Status status{};
    Reply reply;
    for (; in_flight_ > 0 && session_.take(status, reply); ++taken) {
      finish_oldest(taken == 0 ? progress_.read_clock() : progress_.now_ns, status, reply);
    }
    return taken;
  }

  // The descriptor or the timer is ready: sends what is unsent, receives, and judges what came.
  // With a blocking session: waits for replies. pending: nothing had come.
  Status receive() {
    if (unsent_) {
      send();
    }
    if (dead_) {
      return Status::failed;
    }
    const Status received = session_.receive();
    const std::int64_t end_ns = progress_.read_clock();
    if (received == Status::failed) {
      die();
      return received;
    }
    Status status{};
    Reply reply;
    while (in_flight_ > 0 && session_.take(status, reply)) {
      finish_oldest(end_ns, status, reply);
    }
    return received;
  }

 private:
  struct Flight {
    std::int64_t begin_ns = 0;
    std::uint32_t position = 0;
  };

  std::size_t wrap(std::size_t index) const {
    return index < flight_.size() ? index : index - flight_.size();
  }

  // Positions count up for ever; a position's slot is its remainder by slots_, a power of two. All
  // from the oldest in flight on are taken, also where a later one has finished at once.
  std::uint32_t in_use() const { return in_flight_ == 0 ? 0 : next_ - flight_[oldest_].position; }

  // REQUIRES: a free slot and most > 0.
  void make(std::uint64_t most) {
    const std::uint32_t slot = next_ & (slots_ - 1);
    const std::uint64_t free = std::min(slots_ - in_use(), slots_ - slot);
    const auto count = static_cast<std::uint32_t>(std::min(free, most));
    work_.make(slot, count);
    made_ = next_ + count;
    if (answers_at_once_) {
      progress_.read_clock();  // an operation that ends in issue begins at the last reading
    }
  }

  workload::Outcome judge(std::uint32_t position, Status status, const Reply& reply) {
    return checks_ ? work_.check(position & (slots_ - 1), status, reply)
                   : workload::outcome_of(status);
  }

  void finish_at_once(std::uint32_t position, Status status, const Reply& reply) {
    answers_at_once_ = true;
    const std::int64_t begin_ns = progress_.now_ns;
    const std::int64_t end_ns = progress_.read_clock();
    progress_.started(begin_ns, 1);
    progress_.recorder.finished(begin_ns, end_ns, judge(position, status, reply), session_);
    if (checks_) {
      progress_.read_clock();
    }
  }

  Flight take_oldest() {
    const Flight flight = flight_[oldest_];
    oldest_ = static_cast<std::uint32_t>(wrap(oldest_ + 1));
    --in_flight_;
    return flight;
  }

  void finish_oldest(std::int64_t end_ns, Status status, const Reply& reply) {
    const Flight flight = take_oldest();
    progress_.recorder.finished(flight.begin_ns, end_ns, judge(flight.position, status, reply),
                                session_);
  }

  // Replies that had come before the end are judged; what is still in flight then is lost.
  void die() {
    dead_ = true;
    progress_.recorder.lost_connection();
    const std::string error(session_.last_error());
    drain();
    if (in_flight_ == 0) {
      progress_.recorder.lost(progress_.now_ns, progress_.now_ns, workload::Outcome::unknown,
                              error);
    }
    while (in_flight_ > 0) {
      const Flight flight = take_oldest();
      const workload::Outcome outcome = judge(flight.position, Status::unknown, Reply{});
      progress_.recorder.lost(
          flight.begin_ns, progress_.now_ns,
          outcome == workload::Outcome::ok ? workload::Outcome::unknown : outcome, error);
    }
  }

  Session& session_;
  workload::Work& work_;
  Progress<Clock>& progress_;
  bool checks_;
  bool dead_ = false;
  bool unsent_ = false;
  bool answers_at_once_ = true;  // the last one did, or there is none yet
  std::uint32_t slots_;
  std::uint32_t made_ = 0;    // the position after the last made
  std::uint32_t next_ = 0;    // the position to issue next
  std::uint32_t oldest_ = 0;  // index into flight_
  std::uint32_t in_flight_ = 0;
  std::vector<Flight> flight_;  // a ring of depth elements
};

}  // namespace assay::engine
