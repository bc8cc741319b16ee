// One block from start to stop, phase by phase. Used once, by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/native.h"
#include "engine/block.h"
#include "engine/block_calls.h"
#include "engine/block_folder.h"
#include "engine/memory_limit.h"
#include "engine/server_use.h"
#include "engine/tally.h"
#include "engine/worker_link.h"

namespace assay::engine {

class Coordinator {
 public:
  Coordinator(const Block& block, Supervisor& supervisor, const std::atomic<bool>& stop,
              const std::function<void(const Live&)>& progress);

  // Ends everything that is still there.
  ~Coordinator();
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  // Throws Error saying why there is no measurement; phase() is then the one it happened in.
  Measurement run();

  const std::string& phase() const { return phase_; }

  // How many workers the kernel killed since they needed more memory than the cell allows.
  std::int64_t killed_for_memory() const { return memory_ ? memory_->killed() : 0; }

  // The logs stay when this ends.
  void keep_logs() { folder_.keep_logs(); }

 private:
  using Workers = std::span<const std::unique_ptr<WorkerLink>>;

  void enter(const std::string& phase);
  void leave();  // notes how long the phase took
  void call(Workers workers, const WorkerCall& call);

  void start();
  void start_workers();
  void start_server();
  void load();
  void settle();
  void open();
  std::vector<Counter> counters();
  void measure();
  void compare_counters() const;
  void verify();
  void stop();

  wire::Task task(std::uint32_t process) const;
  std::vector<wire::Window> windows(std::int64_t start_ns) const;
  std::chrono::nanoseconds watch_window(const wire::Window& window, ServerUse& server);
  void report_progress();
  void expect_all_alive(const Tally& total);
  wire::Offer offer(std::uint32_t first_thread) const;
  std::chrono::nanoseconds drain() const;
  void merge(const std::vector<wire::Result>& results);

  Workers all() const { return workers_; }

  Workers first() const { return all().first(1); }

  const Block& block_;
  Supervisor& supervisor_;
  const std::function<void(const Live&)>& progress_;
  BlockFolder folder_;
  adapters::Native native_;
  std::optional<adapters::Running> server_;
  std::optional<MemoryLimit> memory_;
  Watch watch_;
  std::vector<std::unique_ptr<WorkerLink>> workers_;  // [process]
  Measurement measurement_;
  std::string phase_ = "start";
  std::int64_t phase_start_ns_ = 0;

  // The live figure: what was reported when.
  std::uint64_t reported_ = 0;
  std::int64_t reported_ns_ = 0;
};

}  // namespace assay::engine
