// Runs another program to its end, with a deadline, and hands over what it prints. For short
// helpers (describing a plugin, drawing a plot); what a run measures is started by the engine's
// supervisor. Uses posix_spawn, never fork, so that it may be called when threads and gRPC are up.
// Thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::process {

struct Ended {
  int status = 0;          // as waitpid gives it; meaningless when timed_out
  bool timed_out = false;  // it was killed at the deadline
  std::string errors;      // the last 4096 bytes of its standard error

  bool well() const { return !timed_out && status == 0; }

  // How it ended, for a message: "ended with code 3", "was killed by signal 11 (Segmentation
  // fault)", "did not end within 10 s and was killed".
  std::string how(std::chrono::nanoseconds deadline) const;
};

// arguments[0] is the program, looked up in PATH when it has no slash. Standard input is empty.
// Each line of its standard output goes to `line`, without the newline; a line longer than 1 MiB is
// cut into pieces of that size. Throws Error when the program cannot be started.
Ended run_program(const std::vector<std::string>& arguments, std::chrono::nanoseconds deadline,
                  const std::function<void(std::string_view)>& line);

}  // namespace assay::process
