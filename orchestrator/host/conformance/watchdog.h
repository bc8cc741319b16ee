// Sees that no case hangs or crashes without being named. One per process.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace assay::conformance {

class Watchdog {
 public:
  // on_hang is called from the watchdog's own thread when a deadline passes, the group of
  // kill_at_end killed, and must end the process: the thread that hangs cannot be taken back.
  explicit Watchdog(std::function<void()> on_hang);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void start(std::chrono::seconds deadline);
  // After this returns, on_hang is not called for the deadline that was started.
  void stop();

 private:
  void watch();

  std::function<void()> on_hang_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::chrono::steady_clock::time_point end_ = never;
  bool closing_ = false;
  std::thread thread_;

  static constexpr auto never = std::chrono::steady_clock::time_point::max();
};

// From now on, when this process dies of a signal, `line` is written to the descriptor first. An
// empty line writes nothing. Not thread-safe.
void say_on_crash(int descriptor, std::string line);

// From now on this process group is killed when this process dies of a signal or a case hangs; 0
// for none.
void kill_at_end(pid_t group);

}  // namespace assay::conformance
