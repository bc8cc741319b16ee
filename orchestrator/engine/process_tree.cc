#include "engine/process_tree.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_map>

namespace assay::engine {
namespace {

struct Entry {
  pid_t parent = 0;
  char state = 0;
};

// The state and parent follow the name in parentheses, which may itself hold any character.
std::optional<Entry> read_entry(const std::filesystem::path& process) {
  std::ifstream file(process / "stat");
  std::string text;
  if (!std::getline(file, text)) {
    return std::nullopt;
  }
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream rest(text.substr(name_end + 1));
  Entry entry;
  rest >> entry.state >> entry.parent;
  return rest ? std::optional(entry) : std::nullopt;
}

}  // namespace

std::vector<pid_t> descendants(pid_t root) {
  std::unordered_multimap<pid_t, pid_t> children;
  std::unordered_map<pid_t, char> states;
  std::error_code error;
  std::filesystem::directory_iterator processes("/proc", error);
  for (; !error && processes != std::filesystem::directory_iterator(); processes.increment(error)) {
    const std::string name = processes->path().filename().string();
    pid_t pid = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem != std::errc() || end != name.data() + name.size()) {
      continue;
    }
    if (const std::optional<Entry> entry = read_entry(processes->path())) {
      children.emplace(entry->parent, pid);
      states.emplace(pid, entry->state);
    }
  }
  std::vector<pid_t> found{root};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    std::transform(first, last, std::back_inserter(found),
                   [](const auto& each) { return each.second; });
  }
  found.erase(found.begin());
  std::erase_if(found, [&](pid_t pid) { return states[pid] == 'Z' || states[pid] == 'X'; });
  return found;
}

}  // namespace assay::engine
