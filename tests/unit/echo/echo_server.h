// A running assay-echo-server and the loaded plugin that talks to it. One a test; the server is
// killed and its folder removed at the end.
#pragma once

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "assay/plugin.h"
#include "host/loader.h"

class EchoServer {
 public:
  EchoServer() {
    std::string folder = std::filesystem::temp_directory_path() / "assay-echo-XXXXXX";
    folder_ = mkdtemp(folder.data());
    const assay::Server server = plugin().server(place(1));
    std::string program = server.program;
    std::string argument = server.arguments.at(0);
    char* const words[] = {program.data(), argument.data(), nullptr};
    if (posix_spawn(&pid_, program.c_str(), nullptr, nullptr, words, environ) != 0) {
      throw std::runtime_error("cannot start " + program);
    }
    while (!plugin().ready(place(1))) {
      usleep(1000);
    }
  }

  ~EchoServer() {
    end();
    std::filesystem::remove_all(folder_);
  }

  EchoServer(const EchoServer&) = delete;
  EchoServer& operator=(const EchoServer&) = delete;

  static assay::Plugin& plugin() {
    return assay::host::load(ASSAY_BINARY_FOLDER "/lib/assay/plugins/assay-echo.so");
  }

  assay::Place place(std::uint32_t depth, bool blocking = false) const {
    assay::Place place;
    place.environment = assay::Environment::native;
    place.durability = assay::Durability::none;
    place.address = "unix:" + (folder_ / "socket").string();
    place.depth = depth;
    place.blocking_receive = blocking;
    return place;
  }

  std::unique_ptr<assay::Session> open(std::uint32_t depth, bool blocking = false) const {
    return plugin().open(place(depth, blocking));
  }

  std::int64_t operations() const { return plugin().counters(place(1)).at(0).value; }

  void signal(int number) const { kill(pid_, number); }

  void end() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = 0;
    }
  }

 private:
  std::filesystem::path folder_;
  pid_t pid_ = 0;
};
