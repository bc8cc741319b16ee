#include "engine/owner.h"

#include <unistd.h>

#include <charconv>
#include <string>

#include "process/proc_stat.h"

namespace assay::engine {
namespace {

// Empty when there is no such process.
std::string start_ticks(pid_t pid) {
  const auto stat = process::proc_stat(pid);
  return stat ? std::to_string(stat->started_ticks) : "";
}

}  // namespace

std::string owner_tag() { return std::to_string(getpid()) + "-" + start_ticks(getpid()); }

bool owner_lives(std::string_view tag) {
  const std::size_t dash = tag.find('-');
  if (dash == std::string_view::npos) {
    return false;
  }
  pid_t pid = 0;
  const auto [end, problem] = std::from_chars(tag.data(), tag.data() + dash, pid);
  if (problem != std::errc() || end != tag.data() + dash || pid <= 0) {
    return false;
  }
  const std::string ticks = start_ticks(pid);
  return !ticks.empty() && tag.substr(dash + 1) == ticks;
}

}  // namespace assay::engine
