#include "observe/process.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "observe/text_file.h"

namespace assay::observe {

namespace {

namespace fs = std::filesystem;

fs::path folder_of(pid_t pid) { return fs::path("/proc") / std::to_string(pid); }

struct Stat {
  pid_t parent = 0;
  std::uint64_t cpu_ticks = 0;
  std::uint64_t started_ticks = 0;  // with the id it names one process for good
};

// Fields as proc(5) numbers them.
constexpr int parent_field = 4;
constexpr int user_field = 14;
constexpr int waited_system_field = 17;
constexpr int started_field = 22;

std::optional<Stat> read_stat(pid_t pid) {
  const std::optional<std::string> text = read_text(folder_of(pid) / "stat");
  // The second field is the program's name in parentheses and may hold blanks and parentheses.
  const std::size_t name_end = text ? text->rfind(')') : std::string::npos;
  if (name_end == std::string::npos) {
    return std::nullopt;
  }
  Stat stat;
  std::string_view rest = std::string_view(*text).substr(name_end + 1);
  for (int field = 3; field <= started_field; ++field) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const auto value = number<std::int64_t>(rest);
    if (field == parent_field) {
      stat.parent = static_cast<pid_t>(value.value_or(0));
    } else if (field >= user_field && field <= waited_system_field) {
      stat.cpu_ticks += static_cast<std::uint64_t>(std::max<std::int64_t>(value.value_or(0), 0));
    } else if (field == started_field) {
      stat.started_ticks = static_cast<std::uint64_t>(value.value_or(0));
    }
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
  }
  return stat;
}

std::int64_t kibibytes_of(const std::string& text, std::string_view key) {
  const std::optional<std::string> value = value_of(text, key);
  return value ? number<std::int64_t>(*value).value_or(0) * 1024 : 0;
}

std::int64_t bytes_of(const std::string& text, std::string_view key) {
  const std::optional<std::string> value = value_of(text, key);
  return value ? number<std::int64_t>(*value).value_or(0) : 0;
}

ProcessSample sample_of(pid_t pid, const Stat& stat) {
  static const auto ticks_per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  ProcessSample sample;
  sample.cpu_seconds = static_cast<double>(stat.cpu_ticks) / ticks_per_second;
  if (const auto status = read_text(folder_of(pid) / "status")) {
    sample.rss_bytes = kibibytes_of(*status, "VmRSS");
    sample.peak_rss_bytes = kibibytes_of(*status, "VmHWM");
  }
  if (const auto io = read_text(folder_of(pid) / "io")) {
    sample.read_bytes = bytes_of(*io, "read_bytes");
    sample.written_bytes = bytes_of(*io, "write_bytes");
  }
  return sample;
}

void add(ProcessSample& sum, const ProcessSample& one) {
  sum.cpu_seconds += one.cpu_seconds;
  sum.rss_bytes += one.rss_bytes;
  sum.peak_rss_bytes += one.peak_rss_bytes;
  sum.read_bytes += one.read_bytes;
  sum.written_bytes += one.written_bytes;
}

std::map<pid_t, Stat> all_processes() {
  std::map<pid_t, Stat> processes;
  std::error_code error;
  for (fs::directory_iterator each("/proc", error), end; !error && each != end;
       each.increment(error)) {
    const auto pid = number<pid_t>(each->path().filename().native());
    if (!pid) {
      continue;
    }
    if (const auto stat = read_stat(*pid)) {
      processes.emplace(*pid, *stat);
    }
  }
  return processes;
}

std::map<pid_t, Stat> tree_of(pid_t root) {
  const std::map<pid_t, Stat> all = all_processes();
  std::map<pid_t, Stat> tree;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const pid_t pid = open.back();
    open.pop_back();
    const auto found = all.find(pid);
    if (found == all.end() || !tree.insert(*found).second) {
      continue;
    }
    for (const auto& [child, stat] : all) {
      if (stat.parent == pid) {
        open.push_back(child);
      }
    }
  }
  return tree;
}

// Whether all of them are still there, so that none of their time has moved to a parent.
bool all_alive(const std::map<pid_t, Stat>& tree) {
  return std::all_of(tree.begin(), tree.end(), [](const auto& each) {
    const std::optional<Stat> now = read_stat(each.first);
    return now && now->started_ticks == each.second.started_ticks;
  });
}

}  // namespace

std::optional<ProcessSample> sample_process(pid_t pid) {
  const std::optional<Stat> stat = read_stat(pid);
  return stat ? std::optional(sample_of(pid, *stat)) : std::nullopt;
}

std::optional<ProcessSample> sample_tree(pid_t pid) {
  constexpr int attempts = 5;  // a tree that keeps losing processes is taken as last seen
  std::optional<ProcessSample> sum;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::map<pid_t, Stat> tree = tree_of(pid);
    if (tree.empty()) {
      return std::nullopt;
    }
    sum.emplace();
    for (const auto& [each, stat] : tree) {
      add(*sum, sample_of(each, stat));
    }
    if (all_alive(tree)) {
      break;
    }
  }
  return sum;
}

}  // namespace assay::observe
