#include "engine/block_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "process/how_it_ended.h"

namespace assay::engine {
namespace {

using process::how_it_ended;
using process::log_tail;

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""ns;
using std::chrono_literals::operator""s;

// How long a worker whose connection broke may take to be known as ended.
constexpr std::chrono::milliseconds end_known_within{2000};

std::string ended_text(const Watch& watch, const WorkerLink& worker, int status) {
  return fmt::format("worker {} (plugin {}) {}{}", worker.process(), watch.plugin,
                     how_it_ended(status), log_tail(worker.log()));
}

std::string text_of(const Watch& watch, const WorkerLink& worker, const std::string& phase,
                    std::chrono::nanoseconds deadline, const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::ABORTED:
      return status.error_message() + log_tail(worker.log());
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return fmt::format("worker {} (plugin {}) did not finish {} within {:.1f} s and was killed{}",
                         worker.process(), watch.plugin, phase, deadline / 1.0s,
                         log_tail(worker.log()));
    default:
      if (const auto ended = watch.supervisor.wait(worker.pid(), end_known_within)) {
        return ended_text(watch, worker, *ended);
      }
      return fmt::format("worker {} (plugin {}) gave no answer in {}: {}{}", worker.process(),
                         watch.plugin, phase, status.error_message(), log_tail(worker.log()));
  }
}

// What is known of the calls under way; shared between their threads and the watching one.
struct Calls {
  explicit Calls(std::size_t count) : contexts(count), statuses(count) {}

  void cancel() {
    for (grpc::ClientContext& context : contexts) {
      context.TryCancel();
    }
  }

  std::vector<grpc::ClientContext> contexts;          // [worker]
  std::vector<std::optional<grpc::Status>> statuses;  // [worker]; empty while under way
  std::size_t answered = 0;
  std::mutex mutex;
  std::condition_variable changed;
};

// Returns when all have answered. The first that did not answer well ends the waiting by an Error.
void watch_calls(const Watch& watch, std::span<const std::unique_ptr<WorkerLink>> workers,
                 const std::string& phase, std::chrono::nanoseconds deadline, Calls& calls,
                 const std::function<std::chrono::nanoseconds()>& between) {
  std::chrono::nanoseconds wait = watch_every;
  for (;;) {
    {
      std::unique_lock lock(calls.mutex);
      calls.changed.wait_for(lock, wait, [&] { return calls.answered == workers.size(); });
    }
    // First, so that a failure is told of the phase that has been reached.
    wait = std::clamp<std::chrono::nanoseconds>(between(), 0ns, watch_every);
    {
      const std::lock_guard lock(calls.mutex);
      for (std::size_t i = 0; i < workers.size(); ++i) {
        if (calls.statuses[i] && !calls.statuses[i]->ok()) {
          throw Error(text_of(watch, *workers[i], phase, deadline, *calls.statuses[i]));
        }
      }
      if (calls.answered == workers.size()) {
        return;
      }
    }
    check_alive(watch, workers);
  }
}

}  // namespace

void check_alive(const Watch& watch, std::span<const std::unique_ptr<WorkerLink>> workers) {
  if (watch.stop) {
    throw Error("stopped", ExitCode::interrupted);
  }
  for (const auto& worker : workers) {
    if (const auto status = watch.supervisor.exit_status(worker->pid())) {
      throw Error(ended_text(watch, *worker, *status));
    }
  }
  if (watch.server) {
    if (const auto status = watch.supervisor.exit_status(watch.server->pid)) {
      throw Error(fmt::format("the server of plugin {} {}{}", watch.plugin, how_it_ended(*status),
                              log_tail(watch.server->log)));
    }
  }
}

void call_workers(const Watch& watch, std::span<const std::unique_ptr<WorkerLink>> workers,
                  const std::string& phase, std::chrono::nanoseconds deadline,
                  const WorkerCall& call,
                  const std::function<std::chrono::nanoseconds()>& between) {
  Calls calls(workers.size());
  const gpr_timespec at = gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                                       gpr_time_from_nanos(deadline.count(), GPR_TIMESPAN));
  std::vector<std::thread> threads;
  threads.reserve(workers.size());
  const auto start = [&](std::size_t i) {
    calls.contexts[i].set_deadline(at);
    try {
      threads.emplace_back([&, i] {
        grpc::Status status = call(*workers[i], calls.contexts[i]);
        const std::lock_guard lock(calls.mutex);
        calls.statuses[i] = std::move(status);
        ++calls.answered;
        calls.changed.notify_all();
      });
    } catch (const std::system_error& error) {
      throw Error(
          fmt::format("no thread can be started to call worker {} in {}: {}; raise the "
                      "limit of threads or use fewer processes",
                      workers[i]->process(), phase, error.code().message()));
    }
  };
  const auto join = [&] {
    for (std::thread& each : threads) {
      each.join();
    }
  };
  try {
    for (std::size_t i = 0; i < workers.size(); ++i) {
      start(i);
    }
    watch_calls(watch, workers, phase, deadline, calls, between);
  } catch (...) {
    calls.cancel();
    join();
    throw;
  }
  join();
}

}  // namespace assay::engine
