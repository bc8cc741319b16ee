#include "host/conformance/watchdog.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

namespace assay::conformance {
namespace {

// The last three come from outside: a user, or the program that started this one.
constexpr std::array deadly = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT, SIGHUP};

// What the signal handler reads. Only plain memory: a handler may not allocate.
struct LastWords {
  std::array<char, 2000> text{};
  std::size_t size = 0;
  int descriptor = -1;
  std::atomic<pid_t> group = 0;
  std::array<struct sigaction, deadly.size()> before{};
};

LastWords& last_words() {
  static LastWords words;
  return words;
}

void kill_group() {
  if (const pid_t group = last_words().group; group > 0) {
    kill(-group, SIGKILL);
  }
}

extern "C" void on_crash(int signal, siginfo_t* info, void* /*context*/) {
  const LastWords& words = last_words();
  if (words.descriptor >= 0 && write(words.descriptor, words.text.data(), words.size) < 0) {
    // There is nobody left to tell.
  }
  kill_group();
  // Whoever handled the signal before (a sanitizer, the system) sees it come again.
  for (std::size_t i = 0; i < deadly.size(); ++i) {
    sigaction(deadly[i], &words.before[i], nullptr);
  }
  // A fault comes again by itself when its instruction is repeated; what somebody has sent does
  // not.
  const bool fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE;
  if (!fault || info->si_code <= 0) {
    raise(signal);
  }
}

}  // namespace

Watchdog::Watchdog(std::function<void()> on_hang)
    : on_hang_(std::move(on_hang)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::start(std::chrono::seconds deadline) {
  {
    const std::lock_guard lock(mutex_);
    end_ = std::chrono::steady_clock::now() + deadline;
  }
  changed_.notify_one();
}

void Watchdog::stop() {
  const std::lock_guard lock(mutex_);
  end_ = never;
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!closing_) {
    if (end_ == never) {
      changed_.wait(lock);
    } else if (std::chrono::steady_clock::now() < end_) {
      changed_.wait_until(lock, end_);
    } else {
      kill_group();
      on_hang_();
      end_ = never;
    }
  }
}

void kill_at_end(pid_t group) { last_words().group = group; }

void say_on_crash(int descriptor, std::string line) {
  LastWords& words = last_words();
  words.size = 0;
  line.resize(std::min(line.size(), words.text.size()));
  std::memcpy(words.text.data(), line.data(), line.size());
  words.size = line.size();
  if (words.descriptor >= 0) {
    return;
  }
  words.descriptor = descriptor;
  for (std::size_t i = 0; i < deadly.size(); ++i) {
    struct sigaction action {};

    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(deadly[i], &action, &words.before[i]);
  }
}

}  // namespace assay::conformance
