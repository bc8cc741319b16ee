#include "process/proc_stat.h"

#include <fmt/core.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace assay::process {

std::optional<ProcStat> proc_stat(pid_t pid) {
  std::ostringstream content;
  content << std::ifstream(fmt::format("/proc/{}/stat", pid)).rdbuf();
  const std::string text = content.str();
  // The second field is the program's name in parentheses and may hold blanks and parentheses.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream fields(text.substr(name_end + 1));
  std::string ignored;
  const auto skip = [&](int count) {
    for (int i = 0; i < count; ++i) {
      fields >> ignored;
    }
  };
  ProcStat stat;
  fields >> stat.state >> stat.parent;
  skip(9);  // to field 14, the first of four times
  for (int i = 0; i < 4; ++i) {
    std::int64_t ticks = 0;
    fields >> ticks;
    stat.cpu_ticks += ticks > 0 ? static_cast<std::uint64_t>(ticks) : 0;
  }
  skip(4);  // to field 22
  fields >> stat.started_ticks;
  return fields ? std::optional(stat) : std::nullopt;
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> found;
  std::error_code error;
  for (std::filesystem::directory_iterator each("/proc", error), end; !error && each != end;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    pid_t pid = 0;
    const auto [rest, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem == std::errc() && rest == name.data() + name.size()) {
      found.push_back(pid);
    }
  }
  return found;
}

}  // namespace assay::process
