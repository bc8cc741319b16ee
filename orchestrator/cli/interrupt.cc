#include "cli/interrupt.h"

#include <csignal>

namespace assay::cli {
namespace {

std::atomic<bool> stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "the handler may only touch such a flag");

void note(int /*signal*/) { stopped.store(true, std::memory_order_relaxed); }

}  // namespace

const std::atomic<bool>& stop_on_signal() {
  struct sigaction action {};

  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    sigaction(signal, &action, nullptr);
  }
  return stopped;
}

}  // namespace assay::cli
