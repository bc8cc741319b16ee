// The load threads of a worker. All do one job at a time, each on its own seat; between jobs they
// wait. A thread may hang in plugin code for ever, so a crew is never destroyed: the process ends.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "engine/load_loop.h"
#include "engine/tally.h"
#include "workload/work.h"

namespace assay::engine {

// What belongs to one thread. Others may read `pulse` and `working` at any time, the rest between
// jobs. Works go before the sessions they borrow.
struct Seat {
  std::uint32_t thread = 0;
  std::vector<std::unique_ptr<Session>> sessions;
  std::vector<std::unique_ptr<workload::Work>> works;
  std::vector<Lane> lanes;
  Facts facts;
  Pulse pulse;
  Tally tally;
  workload::Verdict verdict;
  std::atomic<bool> working{false};
  std::string error;  // why the last job failed; empty when it did not
};

class Crew {
 public:
  // What a job returns is its error, empty for none. It must not throw.
  using Job = std::function<std::string(Seat&)>;

  explicit Crew(std::uint32_t threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() = delete;

  // Gives all threads a job. REQUIRES: the job before has finished.
  void begin(Job job);

  // Whether all have finished within the time.
  bool finished(std::chrono::nanoseconds at_most);

  // Gives a job, waits for its end however long that takes, and returns the first error.
  std::string all(Job job);

  // The first error of the last job; empty for none. REQUIRES: it has finished.
  std::string first_error() const;

  const std::vector<std::unique_ptr<Seat>>& seats() const { return seats_; }

 private:
  void work(Seat& seat);

  std::vector<std::unique_ptr<Seat>> seats_;  // [thread]
  std::mutex mutex_;
  std::condition_variable given_;
  std::condition_variable done_;
  Job job_;
  std::uint64_t jobs_ = 0;  // given so far
  std::size_t left_ = 0;    // threads that still work on the last one
};

}  // namespace assay::engine
