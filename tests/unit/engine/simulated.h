// Time and backends that exist only in a test: each advances a simulated clock by known amounts, so
// that every figure of a loop can be computed by hand.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/load_loop.h"
#include "engine/plain_loop.h"

namespace assay::engine {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t second = 1000 * ms;

// Stands still except where a test or a backend moves it, and by reading_ns at each reading.
class SimulatedClock {
 public:
  explicit SimulatedClock(std::int64_t reading_ns = 0) : reading_ns_(reading_ns) {}

  std::int64_t now() { return time_ns_ += reading_ns_; }

  void sleep_until(std::int64_t ns, const std::atomic<bool>& /*stop*/) {
    time_ns_ = std::max(time_ns_, ns);
  }

  void advance(std::int64_t ns) { time_ns_ += ns; }

  void advance_to(std::int64_t ns) { time_ns_ = std::max(time_ns_, ns); }

  std::int64_t time_ns() const { return time_ns_; }

 private:
  std::int64_t time_ns_ = 0;
  std::int64_t reading_ns_;
};

// What the backend does with its nth operation (from 0): how long it takes and how it ends.
struct Answer {
  std::int64_t duration_ns = 0;
  Status status = Status::ok;
};

using Script = std::function<Answer(std::uint64_t operation)>;

inline Script always(std::int64_t duration_ns, Status status = Status::ok) {
  return [=](std::uint64_t /*operation*/) { return Answer{duration_ns, status}; };
}

// A session without components: the works of the tests know it.
class BareSession : public Session {
 public:
  Bytes last_error() const override { return error_; }

  Facts facts() override { return {}; }

 protected:
  std::string error_;
};

// A backend whose calls block: it counts what it is asked, and takes the time that it is told to.
class BlockingBackend final : public BareSession {
 public:
  BlockingBackend(SimulatedClock& clock, Script script)
      : clock_(clock), script_(std::move(script)) {}

  Status call() {
    const Answer answer = script_(calls_++);
    clock_.advance(answer.duration_ns);
    error_ = answer.status == Status::ok ? "" : "the script says so";
    return answer.status;
  }

  std::uint64_t calls() const { return calls_; }

 private:
  SimulatedClock& clock_;
  Script script_;
  std::uint64_t calls_ = 0;
};

// A backend that answers its pipeline in order, each operation when the one before is done and its
// own duration has passed. It hears of operations at flush. Blocking: receive waits by moving the
// clock.
class PipelinedBackend final : public BareSession {
 public:
  PipelinedBackend(SimulatedClock& clock, Script script, bool blocking = true)
      : clock_(clock), script_(std::move(script)), blocking_(blocking) {}

  Status call() {
    ++calls_;
    ++unsent_;
    most_in_flight_ = std::max(most_in_flight_, unsent_ + sent_.size());
    return Status::pending;
  }

  Status flush() override {
    for (; unsent_ > 0; --unsent_) {
      const Answer answer = script_(heard_++);
      free_ns_ = std::max(free_ns_, clock_.time_ns()) + answer.duration_ns;
      sent_.push_back({free_ns_, answer.status});
    }
    return Status::ok;
  }

  Status receive() override {
    if (dies_after_ && answered_ >= *dies_after_) {
      error_ = "connection reset";
      return Status::failed;
    }
    if (blocking_ && !sent_.empty()) {
      clock_.advance_to(sent_.front().ready_ns);
    }
    return !sent_.empty() && sent_.front().ready_ns <= clock_.time_ns() ? Status::ok
                                                                        : Status::pending;
  }

  bool take(Status& status, Reply& /*reply*/) override {
    if (sent_.empty() || sent_.front().ready_ns > clock_.time_ns() ||
        (dies_after_ && answered_ >= *dies_after_)) {
      return false;
    }
    status = sent_.front().status;
    error_ = status == Status::ok ? "" : "the script says so";
    sent_.erase(sent_.begin());
    ++answered_;
    return true;
  }

  // After that many answers the connection is gone.
  void die_after(std::uint64_t answers) { dies_after_ = answers; }

  std::uint64_t calls() const { return calls_; }

  std::uint64_t most_in_flight() const { return most_in_flight_; }

 private:
  struct Sent {
    std::int64_t ready_ns = 0;
    Status status = Status::ok;
  };

  SimulatedClock& clock_;
  Script script_;
  bool blocking_;
  std::vector<Sent> sent_;  // oldest first
  std::uint64_t unsent_ = 0;
  std::uint64_t heard_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t answered_ = 0;
  std::uint64_t most_in_flight_ = 0;
  std::int64_t free_ns_ = 0;
  std::optional<std::uint64_t> dies_after_;
};

// The work of a test: calls its backend, takes time for making and checking, and watches that the
// loop keeps to the order make, issue, check of every slot.
template <typename Backend>
class WatchedWork final : public workload::Work {
 public:
  struct Times {
    std::int64_t make_ns = 0;   // for each slot made
    std::int64_t check_ns = 0;  // for each check
  };

  WatchedWork(SimulatedClock& clock, Backend& backend, bool checks, std::uint32_t slots = 64,
              Times times = {})
      : clock_(clock), backend_(backend), checks_(checks), times_(times), slots_(slots) {}

  std::uint32_t slots() const override { return static_cast<std::uint32_t>(slots_.size()); }

  void make(std::uint32_t first, std::uint32_t count) override {
    ok_ &= count >= 1 && first + count <= slots();
    for (std::uint32_t slot = first; slot < first + count; ++slot) {
      ok_ &= slots_[slot] != Slot::issued;
      slots_[slot] = Slot::made;
      clock_.advance(times_.make_ns);
      on_make_();
    }
    made_ += count;
  }

  Status issue(std::uint32_t slot, Reply& /*reply*/) override {
    ok_ &= slots_[slot] == Slot::made;
    slots_[slot] = checks_ ? Slot::issued : Slot::free;
    return backend_.call();
  }

  bool checks() const override { return checks_; }

  workload::Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    ok_ &= slots_[slot] == Slot::issued;
    slots_[slot] = Slot::free;
    clock_.advance(times_.check_ns);
    ++checked_;
    return wrong_every_ > 0 && checked_ % wrong_every_ == 0 ? workload::Outcome::wrong_value
                                                            : workload::outcome_of(status);
  }

  workload::Verdict verify(std::uint64_t /*most*/) override { return {}; }

  // Called for each operation made.
  void on_make(std::function<void()> call) { on_make_ = std::move(call); }

  // Finds every nth reply wrong.
  void find_wrong(std::uint64_t every) { wrong_every_ = every; }

  bool kept_order() const { return ok_; }

  std::uint64_t checked() const { return checked_; }

  std::uint64_t made() const { return made_; }

 private:
  enum class Slot : std::uint8_t { free, made, issued };

  SimulatedClock& clock_;
  Backend& backend_;
  bool checks_;
  Times times_;
  std::function<void()> on_make_ = [] {};
  std::vector<Slot> slots_;
  bool ok_ = true;
  std::uint64_t checked_ = 0;
  std::uint64_t made_ = 0;
  std::uint64_t wrong_every_ = 0;
};

// One lane of the plain loop on a clock of its own.
using BlockingWork = WatchedWork<BlockingBackend>;

struct BlockingBench {
  explicit BlockingBench(Script script, bool checks = false, BlockingWork::Times times = {})
      : backend(clock, std::move(script)), work(clock, backend, checks, 64, times) {}

  void run(const Window& window) {
    const Lane lane{&backend, &work};
    run_plain_on(clock, {&lane, 1}, window, stop, pulse, tally);
  }

  SimulatedClock clock;
  BlockingBackend backend;
  BlockingWork work;
  std::atomic<bool> stop{false};
  Pulse pulse;
  Tally tally;
};

inline std::uint64_t outcome(const Tally& tally, workload::Outcome kind) {
  return tally.outcomes[static_cast<std::size_t>(kind)];
}

// What a histogram holds, exactly.
inline void expect_equal(const Histogram& actual, const Histogram& expected) {
  EXPECT_EQ(actual.sparse().buckets, expected.sparse().buckets);
  EXPECT_EQ(actual.sparse().counts, expected.sparse().counts);
  EXPECT_EQ(actual.sparse().min_ns, expected.sparse().min_ns);
  EXPECT_EQ(actual.sparse().max_ns, expected.sparse().max_ns);
  EXPECT_EQ(actual.sparse().sum_ns, expected.sparse().sum_ns);
}

}  // namespace assay::engine
