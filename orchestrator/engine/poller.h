// Waits for many lanes at once: descriptors by epoll, timers by a heap. A wake-up costs as much as
// lanes are ready, however many there are. Belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "assay/types.h"

namespace assay::engine {

// The longest time to wait in one go: how late a stop from outside may be seen.
inline constexpr std::int64_t most_wait_ns = 100'000'000;

class Poller {
 public:
  // For lanes [0, lanes). Throws Error when the system gives no epoll descriptor.
  explicit Poller(std::uint32_t lanes);
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  // What the lane waits for from now on; replaces what it waited for. A default Wait: nothing.
  // now_ns: what the wait's timer counts from. Throws Error when the descriptor cannot be watched.
  void watch(std::uint32_t lane, const Wait& wait, std::int64_t now_ns);

  // Lanes that are ready, or whose timer has passed, each once. Waits until there is one, but at
  // most at_most_ns (0: not at all). The view is valid until the next call. The clock, that of
  // now_ns, is read after the waiting, and only when there are timers.
  template <typename Clock>
  std::span<const std::uint32_t> wait(std::int64_t now_ns, std::int64_t at_most_ns, Clock& clock) {
    wait_for_descriptors(now_ns, at_most_ns);
    if (!timers_.empty()) {
      take_timers(clock.now());
    }
    return taken();
  }

 private:
  struct Watched {
    int fd = -1;
    std::uint32_t events = 0;
    std::int64_t timer_ns = INT64_MAX;   // when the lane's timer ends
    std::int64_t queued_ns = INT64_MAX;  // the lane's earliest entry in the heap
    bool ready = false;                  // in the list being made
  };

  void control(std::uint32_t lane, int operation, int fd, std::uint32_t events) const;
  void add_ready(std::uint32_t lane);
  void wait_for_descriptors(std::int64_t now_ns, std::int64_t at_most_ns);
  void take_timers(std::int64_t now_ns);
  std::span<const std::uint32_t> taken();

  int epoll_;
  std::vector<Watched> watched_;  // [lane]
  // A min-heap of (when, lane). A timer that moves later keeps its entry and is queued anew when
  // that comes up, so that a timeout for each operation does not fill the heap.
  std::vector<std::pair<std::int64_t, std::uint32_t>> timers_;
  std::vector<std::uint32_t> ready_;
};

// Waits for one descriptor as `wait` says, at most most_wait_ns. Returns whether there is something
// to read, or an end or error to learn of by reading; true, too, without a descriptor.
bool wait_for(const Wait& wait);

}  // namespace assay::engine
