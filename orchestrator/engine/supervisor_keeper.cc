#include "engine/supervisor_keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "assay/types.h"
#include "engine/process_tree.h"
#include "engine/supervisor_message.h"
#include "process/spawn_words.h"

namespace assay::engine {
namespace {

constexpr pid_t no_program = 0;  // it has ended

constexpr int kill_repeat_ms = 2;

std::string reason(int error) { return std::strerror(error); }

// Throws Error. The write end of the program's standard input stays open in this process.
pid_t spawn(const nlohmann::json& command) {
  auto arguments = command["arguments"].get<std::vector<std::string>>();
  std::vector<Setting> added;
  for (const auto& variable : command["variables"]) {
    added.push_back({variable[0].get<std::string>(), variable[1].get<std::string>()});
  }
  std::vector<std::string> variables = process::environment_with(added);
  const auto log_path = command["log"].get<std::string>();

  const int log = open(log_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (log < 0) {
    throw Error("cannot write the log " + log_path + " of " + arguments[0] + ": " + reason(errno));
  }
  std::array<int, 2> input{};
  if (pipe2(input.data(), O_CLOEXEC) != 0) {
    throw Error("cannot start " + arguments[0] + ": " + reason(errno));
  }

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, log, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);

  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, arguments[0].c_str(), &actions, &attributes,
                  process::pointers(arguments).data(), process::pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(input[0]);
  close(log);
  if (error != 0) {
    throw Error("cannot start " + arguments[0] + ": " + reason(error));
  }
  return pid;
}

// Reaps what has ended. false: nothing is left.
bool reap(pid_t& program, int channel) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == 0) {
      return true;
    }
    if (ended < 0) {
      return errno == EINTR;
    }
    if (ended == program) {
      program = no_program;
      send_message(channel, {{"ended", status}});
    }
  }
}

}  // namespace

void keep_program(const nlohmann::json& command, int channel) {
  prctl(PR_SET_NAME, "assay-keeper");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGCHLD, SIG_DFL);
  sigset_t child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_ended, nullptr);
  const int ended = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);

  pid_t program = no_program;
  try {
    program = spawn(command);
    send_message(channel, {{"started", program}});
  } catch (const std::exception& error) {
    send_message(channel, {{"error", error.what()}});
    _exit(1);
  }

  bool killing = false;
  bool connected = true;
  while (reap(program, channel)) {
    if (killing) {
      for (const pid_t each : descendants(getpid())) {
        kill(each, SIGKILL);
      }
    }
    std::array<pollfd, 2> waits{pollfd{ended, POLLIN, 0}, {connected ? channel : -1, POLLIN, 0}};
    poll(waits.data(), waits.size(), killing ? kill_repeat_ms : -1);
    signalfd_siginfo drained;
    while (read(ended, &drained, sizeof drained) > 0) {
    }
    if (waits[1].revents == 0) {
      continue;
    }
    const std::optional<nlohmann::json> order = receive_message(channel);
    connected = order.has_value();
    if (!order || order->contains("kill")) {
      killing = true;
    } else if (program != no_program) {
      kill(-program, order->at("signal").get<int>());
    }
  }
  _exit(0);
}

}  // namespace assay::engine
