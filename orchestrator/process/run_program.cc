#include "process/run_program.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <utility>

#include "assay/types.h"
#include "process/how_it_ended.h"
#include "process/spawn_words.h"

namespace assay::process {
namespace {

constexpr std::size_t longest_line = 1U << 20U;
constexpr std::size_t errors_kept = 4096;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  ~Descriptor() { reset(); }

  void reset(int fd = -1) {
    if (fd_ >= 0) {
      close(fd_);
    }
    fd_ = fd;
  }

  int get() const { return fd_; }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw Error(fmt::format("no pipe for a helper program: {}; too many files may be open",
                              std::strerror(errno)));
    }
    read.reset(ends[0]);
    write.reset(ends[1]);
  }
};

pid_t spawn(const std::vector<std::string>& arguments, int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  std::vector<std::string> words = arguments;
  pid_t child = -1;
  const int failure =
      posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    throw Error(fmt::format("{} cannot be started: {}; is it installed?", arguments[0],
                            std::strerror(failure)));
  }
  return child;
}

// Splits what arrives into lines.
class Lines {
 public:
  explicit Lines(const std::function<void(std::string_view)>& line) : line_(line) {}

  void add(std::string_view text) {
    pending_ += text;
    std::size_t begin = 0;
    for (;;) {
      const std::size_t end = pending_.find('\n', begin);
      if (end == std::string::npos) {
        break;
      }
      line_(std::string_view(pending_).substr(begin, end - begin));
      begin = end + 1;
    }
    pending_.erase(0, begin);
    if (pending_.size() >= longest_line) {
      finish();
    }
  }

  void finish() {
    if (!pending_.empty()) {
      line_(pending_);
      pending_.clear();
    }
  }

 private:
  const std::function<void(std::string_view)>& line_;
  std::string pending_;
};

// One read. false: the other side has closed.
bool read_some(int fd, const std::function<void(std::string_view)>& use) {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(fd, buffer.data(), buffer.size());
  if (count > 0) {
    use({buffer.data(), static_cast<std::size_t>(count)});
  }
  return count > 0 || (count < 0 && errno == EINTR);
}

int wait_until(pid_t child, std::chrono::steady_clock::time_point end, bool& timed_out) {
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(child, &status, timed_out ? 0 : WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) {
      return status;
    }
    if (std::chrono::steady_clock::now() >= end) {
      timed_out = true;
      kill(child, SIGKILL);
    } else {
      poll(nullptr, 0, 1);
    }
  }
}

}  // namespace

std::string Ended::how(std::chrono::nanoseconds deadline) const {
  if (timed_out) {
    return fmt::format("did not end within {} s and was killed",
                       std::chrono::duration_cast<std::chrono::seconds>(deadline).count());
  }
  return how_it_ended(status);
}

Ended run_program(const std::vector<std::string>& arguments, std::chrono::nanoseconds deadline,
                  const std::function<void(std::string_view)>& line) {
  Pipe output;
  Pipe errors;
  const pid_t child = spawn(arguments, output.write.get(), errors.write.get());
  output.write.reset();
  errors.write.reset();
  const auto end = std::chrono::steady_clock::now() + deadline;
  Ended ended;
  Lines lines(line);
  while (output.read.get() >= 0 || errors.read.get() >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    std::array<pollfd, 2> waits{{{output.read.get(), POLLIN, 0}, {errors.read.get(), POLLIN, 0}}};
    if (left.count() <= 0 ||
        poll(waits.data(), waits.size(), static_cast<int>(left.count())) == 0) {
      ended.timed_out = true;
      kill(child, SIGKILL);
      break;
    }
    if (waits[0].revents != 0 &&
        !read_some(output.read.get(), [&](std::string_view text) { lines.add(text); })) {
      output.read.reset();
    }
    if (waits[1].revents != 0 && !read_some(errors.read.get(), [&](std::string_view text) {
          ended.errors += text;
          if (ended.errors.size() > errors_kept) {
            ended.errors.erase(0, ended.errors.size() - errors_kept);
          }
        })) {
      errors.read.reset();
    }
  }
  lines.finish();
  ended.status = wait_until(child, end, ended.timed_out);
  return ended;
}

}  // namespace assay::process
