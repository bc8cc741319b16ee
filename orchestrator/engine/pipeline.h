// One lane of the pipelined loop: its operations in flight, from making to judging.
// Belongs to the loop's thread; borrows the session, the work and what the lanes of a thread share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/load_loop.h"
#include "engine/recorder.h"

namespace assay::engine {

// Pace: closed_pace.h or open_pace.h. It says how many operations may start, and what their times
// are; the lanes of a thread share it.
template <typename Pace>
class Pipeline {
 public:
  Pipeline(const Lane& lane, std::uint32_t depth, Pace& pace)
      : session_(*lane.session),
        work_(*lane.work),
        lane_(lane),
        pace_(pace),
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
    for (std::size_t i = 0; i < flight_.size() && has_room() && pace_.startable() > 0; ++i) {
      if (next_ == made_) {
        make(std::min(pace_.startable(), Pace::most_made));
      }
      const Times times = pace_.next();
      Reply reply;
      const std::uint32_t position = next_++;
      const Status status = work_.issue(position & (slots_ - 1), reply);
      if (status == Status::pending) {
        flight_[wrap(oldest_ + in_flight_++)] = {times, position};
        ++batch;
        answers_at_once_ = false;
      } else {
        finish_at_once(times, position, status, reply);
      }
    }
    if (batch > 0) {
      const std::int64_t sent_ns = pace_.read_clock();
      for (std::uint32_t i = in_flight_ - batch; i < in_flight_; ++i) {
        pace_.sent(flight_[wrap(oldest_ + i)].times, sent_ns);
      }
      send();
    }
  }

  // Makes the next operation where there is room for it, so that it can start without delay.
  void prepare() {
    if (next_ == made_ && has_room()) {
      make(1);
    }
  }

  // Sends what is queued, as far as the connection takes it.
  void send() {
    const Status sent = session_.flush();
    unsent_ = sent == Status::pending;
    if (sent == Status::failed) {
      pace_.read_clock();
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
      finish_oldest(taken == 0 ? pace_.read_clock() : pace_.now_ns, status, reply);
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
    const std::int64_t end_ns = pace_.read_clock();
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
  using Times = typename Pace::Times;

  struct Flight {
    Times times;
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
      pace_.read_clock();  // an operation that ends in issue begins at the last reading
    }
  }

  std::uint32_t part_of(std::uint32_t position) const {
    return lane_.part_of(position & (slots_ - 1));
  }

  workload::Outcome judge(std::uint32_t position, Status status, const Reply& reply) {
    return checks_ ? work_.check(position & (slots_ - 1), status, reply)
                   : workload::outcome_of(status);
  }

  void finish_at_once(Times times, std::uint32_t position, Status status, const Reply& reply) {
    answers_at_once_ = true;
    pace_.sent(times, pace_.now_ns);
    const std::int64_t end_ns = pace_.read_clock();
    pace_.finished(times, end_ns, judge(position, status, reply), session_, part_of(position));
    if (checks_) {
      pace_.read_clock();
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
    pace_.finished(flight.times, end_ns, judge(flight.position, status, reply), session_,
                   part_of(flight.position));
  }

  // Replies that had come before the end are judged; what is still in flight then is lost.
  void die() {
    dead_ = true;
    pace_.lost_connection();
    const std::string error(session_.last_error());
    drain();
    if (in_flight_ == 0) {
      pace_.lost(std::nullopt, workload::Outcome::unknown, error);
    }
    while (in_flight_ > 0) {
      const Flight flight = take_oldest();
      const workload::Outcome outcome = judge(flight.position, Status::unknown, Reply{});
      pace_.lost(flight.times,
                 outcome == workload::Outcome::ok ? workload::Outcome::unknown : outcome, error);
    }
  }

  Session& session_;
  workload::Work& work_;
  Lane lane_;
  Pace& pace_;
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
