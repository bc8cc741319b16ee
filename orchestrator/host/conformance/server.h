// The server of a plugin, started for one stage. It ends with the object.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "assay/plugin.h"

namespace assay::conformance {

class RunningServer {
 public:
  // Starts the program in a process group of its own, its output in `log`. Throws Failed when it
  // cannot be started.
  RunningServer(const Server& server, std::filesystem::path log);
  ~RunningServer();  // SIGTERM to the group, and SIGKILL when it is still there after two seconds
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  // Throws Failed with the end of the log when the server has ended.
  void expect_running();

 private:
  pid_t pid_ = -1;
  std::filesystem::path log_;
};

// A TCP port that is free now, for servers without Unix sockets.
int free_port();

}  // namespace assay::conformance
