#include "engine/process_tree.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "process/proc_stat.h"

namespace assay::engine {

std::vector<pid_t> descendants(pid_t root) {
  std::unordered_multimap<pid_t, pid_t> children;
  std::unordered_map<pid_t, char> states;
  for (const pid_t pid : process::all_processes()) {
    if (const auto stat = process::proc_stat(pid)) {
      children.emplace(stat->parent, pid);
      states.emplace(pid, stat->state);
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
