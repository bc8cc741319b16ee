// Calls to many workers at once, watched while they are under way: for the user's wish to stop, for
// processes that end, for deadlines. Used by the thread that runs the block.
#pragma once

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "adapters/native.h"
#include "engine/supervisor.h"
#include "engine/worker_link.h"

namespace assay::engine {

// How often calls under way are looked after.
inline constexpr std::chrono::milliseconds watch_every{10};

// One call to one worker, on a thread of its own.
using WorkerCall = std::function<grpc::Status(WorkerLink&, grpc::ClientContext&)>;

struct Watch {
  Supervisor& supervisor;
  const std::atomic<bool>& stop;
  const std::optional<adapters::Running>& server;  // watched, too, when there is one
  std::string plugin;                              // its name, for messages
};

// Throws Error when the user stops the run, or a worker or the server has ended.
void check_alive(const Watch& watch, std::span<const std::unique_ptr<WorkerLink>> workers);

// Makes the call to each of the workers and returns when all have answered well. Otherwise cancels
// the others and throws Error saying what happened, with the last lines of the log in question.
// phase: may change meanwhile; for "worker 0 (plugin redis) did not finish open within 55 s".
// between: called every few milliseconds meanwhile, and after the time it returns if that is
// sooner; may throw Error.
void call_workers(
    const Watch& watch, std::span<const std::unique_ptr<WorkerLink>> workers,
    const std::string& phase, std::chrono::nanoseconds deadline, const WorkerCall& call,
    const std::function<std::chrono::nanoseconds()>& between = [] { return watch_every; });

}  // namespace assay::engine
