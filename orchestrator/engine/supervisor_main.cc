// The program assay-supervisor: does what supervisor.h says, on the socket it gets as descriptor 3.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/process_tree.h"
#include "engine/supervisor_channel.h"
#include "engine/supervisor_keeper.h"
#include "engine/supervisor_message.h"

namespace assay::engine {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds end_at_most{20};

struct Kept {
  pid_t keeper = 0;
  int channel = -1;
  bool ended = false;  // the program itself; descendants may go on
};

class Process {
 public:
  void serve() {
    for (;;) {
      std::vector<pollfd> waits{{supervisor_channel, POLLIN, 0}};
      std::vector<pid_t> programs;
      for (const auto& [program, kept] : kept_) {
        waits.push_back({kept.channel, POLLIN, 0});
        programs.push_back(program);
      }
      if (poll(waits.data(), waits.size(), -1) < 0) {
        continue;
      }
      for (std::size_t i = 0; i < programs.size(); ++i) {
        if (waits[i + 1].revents != 0) {
          hear_keeper(programs[i]);
        }
      }
      if (waits[0].revents != 0) {
        const std::optional<nlohmann::json> request = receive_message(supervisor_channel);
        if (!request) {
          return;
        }
        obey(*request);
      }
    }
  }

  // Kills everything below this process until nothing is left, then removes the folders.
  void end_all() {
    std::set<pid_t> keepers;
    for (const auto& [program, kept] : kept_) {
      keepers.insert(kept.keeper);
      close(kept.channel);
    }
    const auto deadline = steady_clock::now() + end_at_most;
    while (waitpid(-1, nullptr, WNOHANG) == 0 && steady_clock::now() < deadline) {
      for (const pid_t each : descendants(getpid())) {
        if (!keepers.contains(each)) {
          kill(each, SIGKILL);
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (const std::string& folder : folders_) {
      // A control group's files cannot be removed, but the group can.
      rmdir(folder.c_str());
      std::error_code ignored;
      std::filesystem::remove_all(folder, ignored);
    }
  }

 private:
  void obey(const nlohmann::json& request) {
    if (request.contains("start")) {
      nlohmann::json reply = start(request["start"]);
      reply["request"] = request["request"];
      send_message(supervisor_channel, reply);
    } else if (request.contains("program")) {
      if (const auto found = kept_.find(request["program"].get<pid_t>()); found != kept_.end()) {
        send_message(found->second.channel, request["order"]);
      }
    } else if (request.contains("remove_at_end")) {
      folders_.insert(request["remove_at_end"].get<std::string>());
    } else if (request.contains("keep")) {
      folders_.erase(request["keep"].get<std::string>());
    }
  }

  nlohmann::json start(const nlohmann::json& command) {
    std::array<int, 2> channels{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channels.data()) != 0) {
      return {{"error", std::string("cannot start a program: ") + std::strerror(errno)}};
    }
    const pid_t keeper = fork();
    if (keeper == 0) {
      // Nothing of the supervisor's may stay open here: its end is seen by its sockets closing.
      dup3(channels[1], supervisor_channel, O_CLOEXEC);
      close_range(supervisor_channel + 1, ~0U, 0);
      keep_program(command, supervisor_channel);
    }
    close(channels[1]);
    std::optional<nlohmann::json> report;
    if (keeper > 0) {
      report = receive_message(channels[0]);
    }
    if (!report || report->contains("error")) {
      close(channels[0]);
      return {{"error", report ? report->at("error") : "cannot start a program: no process left"}};
    }
    const auto program = report->at("started").get<pid_t>();
    kept_[program] = {keeper, channels[0]};
    return {{"pid", program}};
  }

  void hear_keeper(pid_t program) {
    Kept& kept = kept_[program];
    if (const std::optional<nlohmann::json> report = receive_message(kept.channel)) {
      kept.ended = true;
      send_message(supervisor_channel, {{"ended", program}, {"status", report->at("ended")}});
      return;
    }
    if (!kept.ended) {
      // Only a keeper that was itself killed goes first; what it kept came up to this process.
      send_message(supervisor_channel, {{"ended", program}, {"status", SIGKILL}});
    }
    close(kept.channel);
    kept_.erase(program);
    send_message(supervisor_channel, {{"gone", program}});
  }

  std::map<pid_t, Kept> kept_;  // by the program's pid
  std::set<std::string> folders_;
};

}  // namespace
}  // namespace assay::engine

int main() {
  using assay::engine::supervisor_channel;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int ignored : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
    signal(ignored, SIG_IGN);
  }
  signal(SIGCHLD, SIG_IGN);  // ended children leave nothing to wait for
  close_range(supervisor_channel + 1, ~0U, 0);
  fcntl(supervisor_channel, F_SETFD, FD_CLOEXEC);
  try {
    assay::engine::Process process;
    try {
      process.serve();
    } catch (const std::exception&) {
      // Out of memory or descriptors: the run sees its socket close, and all must end even so.
    }
    process.end_all();
  } catch (const std::exception&) {
    return 1;
  }
  return 0;
}
