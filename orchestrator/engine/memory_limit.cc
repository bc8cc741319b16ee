#include "engine/memory_limit.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "engine/leftovers.h"
#include "engine/owner.h"
#include "observe/text_file.h"

namespace assay::engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* what_to_do =
    "run as root, or inside a group that is yours (systemd-run --user --scope -p Delegate=yes …), "
    "or leave the axis memory out";

// Where groups of one version are mounted.
struct Hierarchy {
  fs::path mount;
  bool unified = true;
};

// The hierarchy that has the memory controller; version 1 wins where both are mounted and has it.
std::optional<Hierarchy> find_hierarchy() {
  std::optional<Hierarchy> unified;
  std::istringstream lines(observe::read_text("/proc/self/mountinfo").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) {
      continue;
    }
    std::istringstream front(line.substr(0, dash));
    std::istringstream back(line.substr(dash + 3));
    std::string ignored;
    std::string mount;
    front >> ignored >> ignored >> ignored >> ignored >> mount;
    std::string type;
    std::string options;
    back >> type >> ignored >> options;
    if (type == "cgroup" && ("," + options + ",").find(",memory,") != std::string::npos) {
      return Hierarchy{mount, false};
    }
    if (type == "cgroup2") {
      unified = Hierarchy{mount, true};
    }
  }
  return unified;
}

// This process's own group: "0::/a/b" in version 2, "4:memory:/a/b" in version 1.
std::string own_group(bool unified) {
  std::istringstream lines(observe::read_text("/proc/self/cgroup").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    if (unified ? controllers == ",," : controllers.find(",memory,") != std::string::npos) {
      return line.substr(second + 1);
    }
  }
  return "/";
}

bool gives_memory(const fs::path& parent) {
  const std::string controllers =
      " " + observe::first_line(parent / "cgroup.subtree_control").value_or("") + " ";
  return controllers.find(" memory ") != std::string::npos;
}

// Throws Error.
void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  if (!out) {
    throw Error(fmt::format("cannot limit memory: {} cannot be written: {}; {}", file.string(),
                            std::strerror(errno), what_to_do));
  }
}

fs::path group_name() {
  static int made = 0;
  return fmt::format("{}{}-{}", work_prefix, owner_tag(), ++made);
}

void make_group(const fs::path& group) {
  if (mkdir(group.c_str(), 0755) != 0) {
    throw Error(fmt::format("cannot limit memory: no control group can be made in {}: {}; {}",
                            group.parent_path().string(), std::strerror(errno), what_to_do));
  }
}

void set_limit(const fs::path& group, bool unified, std::int64_t bytes) {
  write_text(group / (unified ? "memory.max" : "memory.limit_in_bytes"), std::to_string(bytes));
  // Where swap is accounted for, it must not take what the limit keeps out.
  const fs::path swap = group / (unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
  if (fs::exists(swap)) {
    write_text(swap, unified ? "0" : std::to_string(bytes));
  }
}

}  // namespace

MemoryGroups memory_groups() {
  const std::optional<Hierarchy> hierarchy = find_hierarchy();
  if (!hierarchy) {
    throw Error(fmt::format("cannot limit memory: no control groups are mounted here; {}",
                            "mount them, or leave the axis memory out"));
  }
  const bool unified = hierarchy->unified;
  const fs::path own = hierarchy->mount / fs::path(own_group(unified)).relative_path();
  std::vector<fs::path> parents{own, own.parent_path(), hierarchy->mount};
  std::string why = fmt::format("the memory controller is not given to groups below {}",
                                hierarchy->mount.string());
  for (const fs::path& parent : parents) {
    if (!fs::exists(parent) || (unified && !gives_memory(parent))) {
      continue;
    }
    const fs::path group = parent / group_name();
    if (mkdir(group.c_str(), 0755) == 0) {
      rmdir(group.c_str());
      return {parent, unified};
    }
    why = fmt::format("no group can be made in {}: {}", parent.string(), std::strerror(errno));
  }
  throw Error(fmt::format("cannot limit memory: {}; {}", why, what_to_do));
}

MemoryLimit::MemoryLimit(std::int64_t bytes, Supervisor& supervisor)
    : groups_(memory_groups()), group_(groups_.parent / group_name()), supervisor_(supervisor) {
  make_group(group_);
  try {
    supervisor_.remove_at_end(group_);
    set_limit(group_, groups_.unified, bytes);
  } catch (...) {
    rmdir(group_.c_str());
    throw;
  }
}

MemoryLimit::~MemoryLimit() {
  rmdir(group_.c_str());
  try {
    supervisor_.keep(group_);
  } catch (const std::exception&) {
    // The supervisor has gone, and the group with it.
    return;
  }
}

void MemoryLimit::add(pid_t process) {
  write_text(group_ / "cgroup.procs", std::to_string(process));
}

std::int64_t MemoryLimit::killed() const {
  const std::string text =
      observe::read_text(group_ / (groups_.unified ? "memory.events" : "memory.oom_control"))
          .value_or("");
  std::istringstream lines(text);
  std::string name;
  for (std::int64_t value = 0; lines >> name >> value;) {
    if (name == "oom_kill") {
      return value;
    }
  }
  return 0;
}

}  // namespace assay::engine
