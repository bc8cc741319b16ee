// The one process that starts and ends everything a run uses: the program assay-supervisor, in a
// session of its own, so that a terminal's Ctrl-C does not reach it. At the end of its socket (the
// run ended, crashed or was killed) it kills all that it started, with their descendants, removes
// the registered folders, and exits. What double-forks into a session of its own is still found:
// every program has a keeper of its own above it that is a subreaper. Thread-safe.
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
  // Starts the program assay-supervisor that lies beside the running program.
  Supervisor();
  // Starts that program file. Throws Error naming it when it cannot be started.
  explicit Supervisor(const std::filesystem::path& program);
  ~Supervisor();  // ends everything still running
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  // Starts a program in a process group of its own, its standard input a pipe that closes when the
  // supervisor ends. Throws Error naming the program and the reason.
  pid_t start(const Command& command);

  // The exit status as waitpid gives it, or nullopt while it runs.
  std::optional<int> exit_status(pid_t pid);

  // Waits for the end of the program itself, not of its descendants. nullopt: it still runs after
  // the time.
  std::optional<int> wait(pid_t pid, std::chrono::nanoseconds at_most);

  // Sends a signal to the process group of something it started; quietly nothing if it has ended.
  void signal(pid_t pid, int number);

  // Asks with SIGTERM and waits; then kills what is left of it and of all its descendants. With no
  // grace it kills at once. Returns when all have ended.
  void stop(pid_t pid, std::chrono::nanoseconds grace);

  // Folders to remove, with all below, when the run ends in whatever way; control groups, too.
  void remove_at_end(const std::filesystem::path& folder);
  void keep(const std::filesystem::path& folder);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::engine
