// Tells the generator's own lateness from a busy system's, also for the operations that pile up
// behind a late one: these find no slot free, and yet it is not the system that made them wait.
// Belongs to the thread whose operations it is told of, in the order in which they are sent.
#pragma once

#include <algorithm>
#include <cstdint>

namespace assay::engine {

class GeneratorLag {
 public:
  // When a generator that is never late would have sent an operation that was sent at sent_ns.
  // free_ns: when the slot it took became free. The result is in [due_ns, sent_ns].
  std::int64_t on_time_ns(std::int64_t due_ns, std::int64_t free_ns, std::int64_t sent_ns) {
    if (due_ns >= free_ns) {
      lag_ns_ = 0;  // there is no backlog
    }
    const std::int64_t gap_ns = sent_ns - std::max(due_ns, free_ns);
    const std::int64_t late_ns = sent_ns - due_ns;
    const std::int64_t delay_ns = std::min(late_ns, lag_ns_ + gap_ns);
    lag_ns_ = std::min(late_ns, lag_ns_ + (gap_ns > turnaround_ns ? gap_ns : 0));
    return sent_ns - delay_ns;
  }

  // How much earlier such a generator would be done with the present backlog.
  std::int64_t ns() const { return lag_ns_; }

 private:
  // What lies between an operation and the next even where nothing holds the thread up: it would
  // add up over a long backlog of the system's.
  static constexpr std::int64_t turnaround_ns = 20'000;

  std::int64_t lag_ns_ = 0;
};

}  // namespace assay::engine
