#include "engine/supervisor.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <unordered_map>
#include <utility>

#include "engine/owner.h"
#include "engine/supervisor_channel.h"
#include "engine/supervisor_message.h"

namespace assay::engine {
namespace {

// A process that even SIGKILL does not end sits in the kernel; nobody can do more than wait.
constexpr std::chrono::seconds kill_at_most{20};

// What is known of one started program.
struct Started {
  std::optional<int> status;  // of the program itself
  bool gone = false;          // all its descendants, too
};

pid_t spawn_supervisor(const std::filesystem::path& program, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, supervisor_channel);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string path = program.string();
  std::array<char*, 2> arguments{path.data(), nullptr};
  pid_t pid = 0;
  const int error =
      posix_spawn(&pid, path.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    throw Error("cannot start the supervisor " + path + ": " + std::strerror(error) +
                "; build or install assay again");
  }
  return pid;
}

std::filesystem::path beside_this_program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "assay-supervisor";
}

}  // namespace

struct Supervisor::State {
  int socket = -1;
  pid_t process = 0;
  std::mutex mutex;
  std::condition_variable changed;
  bool connected = true;
  std::uint64_t next_request = 0;
  std::unordered_map<std::uint64_t, nlohmann::json> replies;  // by request, until fetched
  std::unordered_map<pid_t, Started> started;
  std::thread reader;

  // Packets are whole, so senders need no lock among each other.
  void tell(const nlohmann::json& message) const { send_message(socket, message); }

  void read_all() {
    while (std::optional<nlohmann::json> message = receive_message(socket)) {
      const std::lock_guard lock(mutex);
      if (message->contains("request")) {
        if (message->contains("pid")) {
          // Here and not at the caller, so that an end right after the start is not lost.
          started[message->at("pid").get<pid_t>()] = {};
        }
        const auto request = message->at("request").get<std::uint64_t>();
        replies[request] = std::move(*message);
      } else if (message->contains("ended")) {
        started[message->at("ended").get<pid_t>()].status = message->at("status").get<int>();
      } else if (message->contains("gone")) {
        started[message->at("gone").get<pid_t>()].gone = true;
      }
      changed.notify_all();
    }
    // Without a supervisor the keepers kill everything.
    const std::lock_guard lock(mutex);
    connected = false;
    for (auto& [pid, program] : started) {
      program.status = program.status.value_or(SIGKILL);
      program.gone = true;
    }
    changed.notify_all();
  }
};

Supervisor::Supervisor() : Supervisor(beside_this_program()) {}

Supervisor::Supervisor(const std::filesystem::path& program) : state_(std::make_unique<State>()) {
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    throw Error(std::string("cannot start the supervisor: ") + std::strerror(errno));
  }
  try {
    state_->process = spawn_supervisor(program, sockets[1]);
  } catch (...) {
    close(sockets[0]);
    close(sockets[1]);
    throw;
  }
  close(sockets[1]);
  state_->socket = sockets[0];
  state_->reader = std::thread([state = state_.get()] { state->read_all(); });
}

Supervisor::~Supervisor() {
  shutdown(state_->socket, SHUT_WR);
  state_->reader.join();
  close(state_->socket);
  while (waitpid(state_->process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

pid_t Supervisor::start(const Command& command) {
  nlohmann::json variables = nlohmann::json::array();
  variables.push_back({owner_variable, owner_tag()});
  for (const Setting& variable : command.variables) {
    variables.push_back({variable.name, variable.value});
  }
  std::unique_lock lock(state_->mutex);
  const std::uint64_t request = state_->next_request++;
  lock.unlock();
  state_->tell({{"request", request},
                {"start",
                 {{"arguments", command.arguments},
                  {"variables", std::move(variables)},
                  {"log", command.log.string()}}}});
  lock.lock();
  state_->changed.wait(lock,
                       [&] { return !state_->connected || state_->replies.contains(request); });
  const auto reply = state_->replies.extract(request);
  if (reply.empty()) {
    throw Error("cannot start " + command.arguments.at(0) +
                ": the supervisor has ended; start the run again");
  }
  if (reply.mapped().contains("error")) {
    throw Error(reply.mapped()["error"].get<std::string>());
  }
  return reply.mapped()["pid"].get<pid_t>();
}

std::optional<int> Supervisor::exit_status(pid_t pid) {
  return wait(pid, std::chrono::nanoseconds(0));
}

std::optional<int> Supervisor::wait(pid_t pid, std::chrono::nanoseconds at_most) {
  std::unique_lock lock(state_->mutex);
  const Started& program = state_->started.at(pid);
  state_->changed.wait_for(lock, at_most, [&] { return program.status.has_value(); });
  return program.status;
}

void Supervisor::signal(pid_t pid, int number) {
  state_->tell({{"program", pid}, {"order", {{"signal", number}}}});
}

void Supervisor::stop(pid_t pid, std::chrono::nanoseconds grace) {
  if (grace.count() > 0) {
    signal(pid, SIGTERM);
    wait(pid, grace);
  }
  state_->tell({{"program", pid}, {"order", {{"kill", true}}}});
  std::unique_lock lock(state_->mutex);
  const Started& program = state_->started.at(pid);
  state_->changed.wait_for(lock, kill_at_most, [&] { return program.gone; });
}

void Supervisor::remove_at_end(const std::filesystem::path& folder) {
  state_->tell({{"remove_at_end", folder.string()}});
}

void Supervisor::keep(const std::filesystem::path& folder) {
  state_->tell({{"keep", folder.string()}});
}

}  // namespace assay::engine
