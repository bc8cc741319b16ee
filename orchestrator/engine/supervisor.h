// The one process that starts and ends everything a run uses. It is a child in a session of its own
// that reads requests from a pipe: at end of file (the run ended, crashed or was killed) it kills
// all that it started, with their descendants, removes the registered folders, and exits. It is a
// subreaper, so that what double-forks still comes to it. Thread-safe.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/session.h"

namespace assay::engine {

struct Command {
  std::vector<std::string> arguments;  // [0] is the program's absolute path
  std::vector<Setting> variables;      // added to the environment
  std::filesystem::path log;           // standard output and error are appended here
};

class Supervisor {
 public:
  // Starts the supervising process. REQUIRES: no gRPC call has been made in this process.
  Supervisor();
  ~Supervisor();  // ends everything still running
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  // Starts a program in a process group of its own, its standard input a pipe that closes when the
  // supervisor ends. Throws Error naming the program and the reason.
  pid_t start(const Command& command);

  // The exit status as waitpid gives it, or nullopt while it runs.
  std::optional<int> exit_status(pid_t pid);

  // Waits for the end. nullopt: it still runs after the time.
  std::optional<int> wait(pid_t pid, std::chrono::nanoseconds at_most);

  // Sends a signal to the process group of something it started; quietly nothing if it has ended.
  void signal(pid_t pid, int number);

  // Asks with SIGTERM, waits, then kills the whole group and all descendants.
  void stop(pid_t pid, std::chrono::nanoseconds grace);

  // Folders to remove, with all below, when the run ends in whatever way.
  void remove_at_end(const std::filesystem::path& folder);
  void keep(const std::filesystem::path& folder);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::engine
