// The orchestrator's end of one worker process: the process and the channel to it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/supervisor.h"
#include "wire/worker.grpc.pb.h"

namespace assay::engine {

class WorkerLink {
 public:
  // Starts the process. It is not ended here: the block does that for all workers at once.
  // Throws Error naming the program when it cannot be started.
  WorkerLink(Supervisor& supervisor, std::uint32_t process, const std::filesystem::path& program,
             std::filesystem::path socket, std::filesystem::path log);

  // Whether the worker listens; from then on calls may be made. Returns at once. Probed here rather
  // than by gRPC, which waits at least 100 ms between two tries.
  bool connect();

  // REQUIRES: connect() has returned true.
  wire::Worker::Stub& stub() { return *stub_; }

  std::uint32_t process() const { return process_; }

  pid_t pid() const { return pid_; }

  const std::filesystem::path& log() const { return log_; }

  // Written by the thread that makes this worker's calls, read by the one that watches.
  std::atomic<std::uint64_t> finished{0};      // operations, as last reported
  std::atomic<std::int64_t> last_heard_ns{0};  // when that was

 private:
  std::uint32_t process_;
  std::filesystem::path socket_;
  std::filesystem::path log_;
  pid_t pid_;
  std::unique_ptr<wire::Worker::Stub> stub_;
};

}  // namespace assay::engine
