#include "observe/process.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "observe/text_file.h"
#include "process/proc_stat.h"

namespace assay::observe {

namespace {

namespace fs = std::filesystem;

fs::path folder_of(pid_t pid) { return fs::path("/proc") / std::to_string(pid); }

using process::proc_stat;
using process::ProcStat;

std::int64_t kibibytes_of(const std::string& text, std::string_view key) {
  const std::optional<std::string> value = value_of(text, key);
  return value ? number<std::int64_t>(*value).value_or(0) * 1024 : 0;
}

std::int64_t bytes_of(const std::string& text, std::string_view key) {
  const std::optional<std::string> value = value_of(text, key);
  return value ? number<std::int64_t>(*value).value_or(0) : 0;
}

ProcessSample sample_of(pid_t pid, const ProcStat& stat) {
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

std::map<pid_t, ProcStat> tree_of(pid_t root) {
  std::map<pid_t, ProcStat> all;
  for (const pid_t pid : process::all_processes()) {
    if (const auto stat = proc_stat(pid)) {
      all.emplace(pid, *stat);
    }
  }
  std::map<pid_t, ProcStat> tree;
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
bool all_alive(const std::map<pid_t, ProcStat>& tree) {
  return std::all_of(tree.begin(), tree.end(), [](const auto& each) {
    const std::optional<ProcStat> now = proc_stat(each.first);
    return now && now->started_ticks == each.second.started_ticks;
  });
}

}  // namespace

std::optional<ProcessSample> sample_process(pid_t pid) {
  const std::optional<ProcStat> stat = proc_stat(pid);
  return stat ? std::optional(sample_of(pid, *stat)) : std::nullopt;
}

std::optional<TreeSample> sample_tree(pid_t pid) {
  constexpr int attempts = 5;  // a tree that keeps losing processes is taken as last seen
  std::optional<TreeSample> sum;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const std::map<pid_t, ProcStat> tree = tree_of(pid);
    if (tree.empty()) {
      return std::nullopt;
    }
    sum.emplace();
    for (const auto& [each, stat] : tree) {
      add(*sum, sample_of(each, stat));
      sum->members.push_back(each);
    }
    if (all_alive(tree)) {
      break;
    }
  }
  return sum;
}

std::int64_t rss_bytes(std::span<const pid_t> pids) {
  std::int64_t sum = 0;
  for (const pid_t pid : pids) {
    if (const auto status = read_text(folder_of(pid) / "status")) {
      sum += kibibytes_of(*status, "VmRSS");
    }
  }
  return sum;
}

}  // namespace assay::observe
