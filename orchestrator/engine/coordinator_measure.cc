// The measured part of a block: one window for all workers, watched, and their figures added up.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "engine/clock.h"
#include "engine/coordinator.h"
#include "engine/open_load.h"
#include "engine/wire.h"
#include "workload/own_workload.h"

namespace assay::engine {
namespace {

using std::chrono::nanoseconds;
using std::chrono_literals::operator""h;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""us;

// From the call to the common start: what it takes all processes to wake their threads.
constexpr nanoseconds lead = 10ms;
constexpr nanoseconds lead_per_process = 2ms;

// A number of operations that is not reached by then never will be.
constexpr nanoseconds longest_count = 1h;

constexpr nanoseconds progress_every = 250ms;

// How long before an operation is due a generator with a core to itself watches the clock: a
// virtual machine's wake-ups come up to this late.
constexpr nanoseconds spin = 200us;

// What was due in the window may start for a tenth of it after its end, at least for so long.
constexpr nanoseconds least_drain = 100ms;

// Silence over the deadline of an operation that only a stopped or starved process explains; a
// worker that runs reports its own hanging threads before.
constexpr nanoseconds silence_margin = 3s;

// How long a server whose connections broke may take to be known as ended.
constexpr nanoseconds server_end_known_within = 1s;

// Over the process's own span: with a number of operations a fast one is done before the others. 0
// when it had none to do.
double own_rate(const Tally& tally) {
  return tally.last_ns <= tally.first_ns
             ? 0
             : static_cast<double>(tally.outcomes.front()) / counted_seconds(tally);
}

}  // namespace

// [process]; they differ in the threads' shares of a number of operations alone.
std::vector<wire::Window> Coordinator::windows(std::int64_t start_ns) const {
  const matrix::Timing& timing = block_.timing;
  const matrix::Topology& topology = block_.cell.topology;
  std::vector<wire::Window> windows(topology.processes);
  const std::uint64_t threads = std::uint64_t{topology.processes} * topology.threads;
  std::uint64_t thread = 0;
  std::uint32_t first_thread = 0;
  for (wire::Window& window : windows) {
    window.set_start_ns(start_ns);
    window.set_measure_ns(start_ns + (block_.cell.cold ? 0 : timing.warmup.count()));
    window.set_end_ns(window.measure_ns() +
                      (timing.operations ? longest_count : timing.measure).count());
    for (std::uint32_t i = 0; timing.operations && i < topology.threads; ++i, ++thread) {
      const bool one_more = thread < *timing.operations % threads;
      window.add_operations(*timing.operations / threads + (one_more ? 1 : 0));
    }
    if (block_.cell.open) {
      *window.mutable_offer() = offer(first_thread);
      first_thread += topology.threads;
    }
  }
  return windows;
}

wire::Offer Coordinator::offer(std::uint32_t first_thread) const {
  const matrix::Topology& topology = block_.cell.topology;
  const std::uint32_t threads = topology.processes * topology.threads;
  wire::Offer offer;
  offer.set_per_second(block_.cell.open->per_second);
  offer.set_poisson(block_.cell.open->poisson);
  offer.set_first_thread(first_thread);
  offer.set_threads(threads);
  offer.set_seed(block_.seed + block_.round);
  const std::uint32_t busy = threads + (server_ ? 1 : 0);
  offer.set_spin_ns(busy < std::thread::hardware_concurrency() ? spin.count() : 0);
  offer.set_drain_ns(drain().count());
  return offer;
}

nanoseconds Coordinator::drain() const {
  return block_.cell.open ? std::max<nanoseconds>(block_.timing.measure / 10, least_drain)
                          : nanoseconds(0);
}

void Coordinator::measure() {
  const nanoseconds before_start = lead + lead_per_process * workers_.size();
  const std::int64_t start_ns = now_ns() + before_start.count();
  const std::vector<wire::Window> plan = windows(start_ns);
  const nanoseconds patience = block_.timing.deadline + silence_margin;
  const nanoseconds at_most = nanoseconds(plan.front().end_ns() - now_ns()) + drain() + patience;
  for (const auto& worker : workers_) {
    worker->last_heard_ns = start_ns;
  }

  std::vector<wire::Result> results(workers_.size());
  ServerUse server(server_ ? std::optional(server_->pid) : std::nullopt);
  reported_ns_ = start_ns;
  call_workers(
      watch_, all(), phase_, at_most,
      [&](WorkerLink& worker, grpc::ClientContext& context) {
        const auto reader = worker.stub().Run(&context, plan[worker.process()]);
        for (wire::Report report; reader->Read(&report);) {
          worker.finished = report.finished();
          worker.last_heard_ns = now_ns();
          if (report.has_result()) {
            results[worker.process()] = std::move(*report.mutable_result());
          }
        }
        // It has nothing more to report, however long the others take.
        worker.last_heard_ns = INT64_MAX;
        return reader->Finish();
      },
      [&] { return watch_window(plan.front(), server); });
  if (phase_ == "warmup") {
    enter("measure");
  }
  server.look();
  merge(results);
  if (const std::optional<Resources> used = server.result()) {
    measurement_.resources["server"] = *used;
  }
}

// Returns when to look again at the latest: the window's first edge must not be missed.
nanoseconds Coordinator::watch_window(const wire::Window& window, ServerUse& server) {
  const std::int64_t now = now_ns();
  if (phase_ == "warmup" && now >= window.measure_ns()) {
    enter("measure");
    server.look();
  }
  const nanoseconds until_next =
      phase_ == "warmup" ? nanoseconds(window.measure_ns() - now) : progress_every;
  if (now - reported_ns_ < progress_every.count()) {
    return until_next;
  }
  report_progress();
  if (phase_ == "measure") {
    server.look_at_memory();
  }
  for (const auto& worker : workers_) {
    const nanoseconds silent(now - worker->last_heard_ns);
    if (silent > block_.timing.deadline + silence_margin) {
      throw Error(
          fmt::format("worker {} (plugin {}) stopped answering: it has not reported for {:.1f} s",
                      worker->process(), block_.cell.plugin, silent / 1.0s));
    }
  }
  return until_next;
}

void Coordinator::report_progress() {
  const std::uint64_t finished =
      std::accumulate(workers_.begin(), workers_.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const auto& each) { return sum + each->finished; });
  const std::int64_t now = now_ns();
  if (progress_) {
    progress_({phase_, static_cast<double>(finished - reported_) * 1e9 /
                           static_cast<double>(now - reported_ns_)});
  }
  reported_ = finished;
  reported_ns_ = now;
}

// The cause is told before its consequence: a dead server before the connections it took along.
void Coordinator::expect_all_alive(const Tally& total) {
  if (total.lost_connections > 0 && server_) {
    supervisor_.wait(server_->pid, server_end_known_within);
  }
  check_alive(watch_, workers_);
  if (total.lost_connections > 0) {
    const matrix::Topology& topology = block_.cell.topology;
    throw Error(
        fmt::format("{} of {} connections were lost: {}", total.lost_connections,
                    std::uint64_t{topology.processes} * topology.threads * topology.connections,
                    total.first_error));
  }
}

void Coordinator::merge(const std::vector<wire::Result>& results) {
  Tally total;
  Resources& client = measurement_.resources["client"];
  for (const wire::Result& result : results) {
    const Tally tally = from_wire(result.tally());
    measurement_.per_process_ops_per_second.push_back(own_rate(tally));
    add(total, tally);
    const Resources used = from_wire(result.resources());
    client.cpu_seconds += used.cpu_seconds;
    client.rss_bytes += used.rss_bytes;
    client.read_bytes += used.read_bytes;
    client.written_bytes += used.written_bytes;
  }
  expect_all_alive(total);
  const std::uint64_t counted =
      std::accumulate(total.outcomes.begin(), total.outcomes.end(), std::uint64_t{0});
  if (block_.timing.operations && counted != *block_.timing.operations) {
    throw Error(fmt::format("{} of {} operations were finished within {} h; ask for fewer", counted,
                            *block_.timing.operations, longest_count / 1h));
  }

  measurement_.seconds = counted_seconds(total);
  measurement_.operations = total.outcomes.front();
  for (std::size_t i = 1; i < total.outcomes.size(); ++i) {
    if (total.outcomes[i] > 0) {
      measurement_.errors.emplace(workload::name(static_cast<workload::Outcome>(i)),
                                  total.outcomes[i]);
    }
  }
  if (block_.cell.open) {
    measurement_.open =
        open_load(block_.cell.open->per_second, block_.timing.measure, block_.late, total);
  }
  measurement_.finished = total.finished;
  measurement_.doubtful = total.doubtful;
  measurement_.other_calls = total.other_calls;
  const std::vector<std::string> members = workload::members(block_.cell.definition);
  for (std::size_t i = 0; i < std::min(members.size(), total.parts.size()); ++i) {
    measurement_.members.push_back({members[i], std::move(total.parts[i])});
  }
  measurement_.response = std::move(total.response);
  measurement_.service = std::move(total.service);
  measurement_.series = std::move(total.series);
  measurement_.first_error = std::move(total.first_error);
}

}  // namespace assay::engine
