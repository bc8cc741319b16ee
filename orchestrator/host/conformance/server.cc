#include "host/conformance/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "host/conformance/expect.h"
#include "host/conformance/watchdog.h"
#include "process/how_it_ended.h"
#include "process/spawn_words.h"

namespace assay::conformance {
namespace {

using std::chrono::milliseconds;

}  // namespace

RunningServer::RunningServer(const Server& server, std::filesystem::path log)
    : log_(std::move(log)) {
  std::vector<std::string> arguments = {server.program};
  arguments.insert(arguments.end(), server.arguments.begin(), server.arguments.end());
  std::vector<std::string> variables = process::environment_with(server.variables);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log_.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error =
      posix_spawnp(&pid_, server.program.c_str(), &actions, &attributes,
                   process::pointers(arguments).data(), process::pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error == 0) {
    kill_at_end(pid_);
  }
  expect(error == 0, "the plugin's server {} cannot be started: {}", server.program,
         std::strerror(error));
}

RunningServer::~RunningServer() {
  if (pid_ < 0) {
    return;
  }
  kill_at_end(0);
  kill(-pid_, SIGTERM);
  constexpr int tries = 200;
  for (int i = 0; i < tries; ++i) {
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      kill(-pid_, SIGKILL);  // what the server itself had started
      return;
    }
    std::this_thread::sleep_for(milliseconds(10));
  }
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void RunningServer::expect_running() {
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_) {
    kill_at_end(0);
    kill(-pid_, SIGKILL);
    pid_ = -1;
    throw Failed(fmt::format("the plugin's server {}{}", process::how_it_ended(status),
                             process::log_tail(log_)));
  }
}

int free_port() {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  // The sockets API is written for casts between its address types.
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  const bool found =
      bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0;
  close(descriptor);
  expect(found, "no free TCP port: {}", std::strerror(errno));
  return ntohs(address.sin_port);
}

}  // namespace assay::conformance
