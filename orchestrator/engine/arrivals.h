// When the operations of an open loop are due, by a schedule that no reply can move.
// An Arrivals belongs to one thread.
#pragma once

#include <cmath>
#include <cstdint>

#include "workload/random.h"

namespace assay::engine {

// The load that is offered: a rate, whatever the system does.
struct Offer {
  double per_second = 1;     // of all threads together, > 0
  bool poisson = false;      // exponential gaps, as independent clients make; otherwise equal ones
  std::uint32_t thread = 0;  // [0, threads) over all processes
  std::uint32_t threads = 1;
  std::uint64_t seed = 1;  // of the gaps; each thread has its own stream of it
  // How long before an operation is due its thread stops sleeping and watches the clock: as long as
  // a sleep may end late, on a machine that has a core for it; otherwise 0.
  std::int64_t spin_ns = 0;
  // How long after the window's end operations that were due in it may still be started.
  std::int64_t drain_ns = 0;
};

// Equal gaps: the threads take turns, thread t has the operations t, t + threads, …, and the nth of
// all is due n / rate after the start. Poisson: each thread draws gaps of its own with the mean
// threads / rate; together they are a Poisson process of the rate. Instants are sums from the
// start, never "the last one plus a gap", so that no rounding adds up.
class Arrivals {
 public:
  Arrivals(const Offer& offer, std::int64_t start_ns)
      : start_ns_(start_ns),
        mean_gap_ns_(1e9 * offer.threads / offer.per_second),
        poisson_(offer.poisson),
        random_(offer.seed, offer.thread, stream),
        offset_ns_(poisson_ ? gap() : 1e9 * offer.thread / offer.per_second) {}

  // When the next operation is due.
  std::int64_t due_ns() const { return start_ns_ + std::llround(offset_ns_); }

  // That operation is dealt with.
  void pop() {
    ++popped_;
    if (poisson_) {
      offset_ns_ += gap();
    } else {
      offset_ns_ = first_ns_ + static_cast<double>(popped_) * mean_gap_ns_;
    }
  }

 private:
  static constexpr std::uint64_t stream = 0x6f70656eU;  // apart from the streams that choose keys

  double gap() { return -std::log1p(-random_.next_unit()) * mean_gap_ns_; }

  std::int64_t start_ns_;
  double mean_gap_ns_;
  bool poisson_;
  workload::Random random_;
  double offset_ns_;
  double first_ns_ = offset_ns_;
  std::uint64_t popped_ = 0;
};

}  // namespace assay::engine
