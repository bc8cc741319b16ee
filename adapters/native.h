// Puts a server on this machine as a process of its own. An adapter is anything with these calls:
// where the server will be, start it, stop it. Whether it answers is asked of the plugin.
// One thread at a time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "assay/plugin.h"
#include "engine/supervisor.h"

namespace assay::adapters {

struct Running {
  pid_t pid = 0;
  std::filesystem::path log;
};

class Native {
 public:
  // Borrows the supervisor.
  explicit Native(engine::Supervisor& supervisor) : supervisor_(supervisor) {}

  // The address a server listens at that is told to use this socket: "unix:/path".
  static std::string address(const std::filesystem::path& socket) {
    return "unix:" + socket.string();
  }

  // Starts the program; it need not answer yet. Throws Error naming the program when it is not in
  // PATH or cannot be started.
  Running start(const Server& server, const std::filesystem::path& log);

  // Asks it to end and kills what is left after the grace, with all descendants.
  void stop(const Running& running, std::chrono::nanoseconds grace);

 private:
  engine::Supervisor& supervisor_;
};

}  // namespace assay::adapters
