#include "engine/owner.h"

#include <fmt/core.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace assay::engine {
namespace {

// Field 22 of /proc/PID/stat; the program's name before it may hold spaces and parentheses.
std::string start_ticks(std::string_view pid) {
  std::ostringstream content;
  content << std::ifstream(fmt::format("/proc/{}/stat", pid)).rdbuf();
  const std::string text = content.str();
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) {
    return "";
  }
  std::istringstream fields(text.substr(name_end + 1));
  std::string field;
  constexpr int start_after_name = 20;
  for (int index = 0; index < start_after_name; ++index) {
    fields >> field;
  }
  return field;
}

}  // namespace

std::string owner_tag() {
  const std::string pid = std::to_string(getpid());
  return pid + "-" + start_ticks(pid);
}

bool owner_lives(std::string_view tag) {
  const std::size_t dash = tag.find('-');
  if (dash == std::string_view::npos || dash == 0 ||
      tag.substr(0, dash).find_first_not_of("0123456789") != std::string_view::npos) {
    return false;
  }
  const std::string ticks = start_ticks(tag.substr(0, dash));
  return !ticks.empty() && tag.substr(dash + 1) == ticks;
}

}  // namespace assay::engine
