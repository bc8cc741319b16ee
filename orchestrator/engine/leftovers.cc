#include "engine/leftovers.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "engine/owner.h"
#include "process/proc_stat.h"

namespace assay::engine {
namespace {

namespace fs = std::filesystem;

// The tag in a process's environment; empty when it has none or may not be read.
std::string tag_of_process(pid_t pid) {
  std::ostringstream content;
  content << std::ifstream(fmt::format("/proc/{}/environ", pid), std::ios::binary).rdbuf();
  const std::string text = content.str();
  const std::string wanted = std::string(owner_variable) + "=";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\0', begin), text.size());
    if (text.compare(begin, wanted.size(), wanted) == 0) {
      return text.substr(begin + wanted.size(), end - begin - wanted.size());
    }
    begin = end + 1;
  }
  return "";
}

// The tag in a folder's name, or empty. A suffix after a further dash is not part of it.
std::string tag_of_folder(const std::string& name) {
  for (const std::string prefix : {work_prefix, socket_prefix}) {
    if (!name.starts_with(prefix)) {
      continue;
    }
    const std::string rest = name.substr(prefix.size());
    const std::size_t dash = std::min(rest.find('-'), rest.size());
    std::string tag = rest.substr(0, rest.find('-', dash + 1));
    const bool both_numbers = dash > 0 && dash + 1 < tag.size();
    if (both_numbers && tag.find_first_not_of("0123456789-") == std::string::npos) {
      return tag;
    }
  }
  return "";
}

void add_folders(const fs::path& place, bool deeper, std::vector<fs::path>& folders) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(place, ignored)) {
    if (!entry.is_directory(ignored) || entry.is_symlink(ignored)) {
      continue;
    }
    const std::string tag = tag_of_folder(entry.path().filename().string());
    if (tag.empty()) {
      if (deeper) {
        add_folders(entry.path(), false, folders);
      }
    } else if (!owner_lives(tag)) {
      folders.push_back(fs::weakly_canonical(entry.path(), ignored));
    }
  }
}

// A control group's files cannot be removed, but the group can, once its last process is gone.
// false: it is none.
bool remove_group(const fs::path& folder) {
  constexpr int tries = 200;
  constexpr std::chrono::milliseconds between{5};
  for (int i = 0; i < tries; ++i) {
    if (rmdir(folder.c_str()) == 0) {
      return true;
    }
    if (errno != EBUSY) {
      return false;
    }
    std::this_thread::sleep_for(between);
  }
  return false;
}

}  // namespace

Leftovers find_leftovers(const std::vector<fs::path>& places, const fs::path& temporary) {
  Leftovers leftovers;
  for (const pid_t pid : process::all_processes()) {
    const std::string tag = pid == getpid() ? "" : tag_of_process(pid);
    if (!tag.empty() && !owner_lives(tag)) {
      leftovers.processes.push_back(pid);
    }
  }
  for (const fs::path& place : places) {
    add_folders(place, true, leftovers.folders);
  }
  add_folders(temporary, false, leftovers.folders);
  // Places may overlap.
  std::sort(leftovers.folders.begin(), leftovers.folders.end());
  leftovers.folders.erase(std::unique(leftovers.folders.begin(), leftovers.folders.end()),
                          leftovers.folders.end());
  return leftovers;
}

std::vector<std::string> remove(const Leftovers& leftovers) {
  std::vector<std::string> troubles;
  for (const pid_t pid : leftovers.processes) {
    if (kill(pid, SIGKILL) != 0 && errno != ESRCH) {
      troubles.push_back(
          fmt::format("process {} could not be ended: {}", pid, std::strerror(errno)));
    }
  }
  for (const fs::path& folder : leftovers.folders) {
    std::error_code failure;
    if (remove_group(folder)) {
      continue;
    }
    fs::remove_all(folder, failure);
    if (failure) {
      troubles.push_back(
          fmt::format("{} could not be removed: {}", folder.string(), failure.message()));
    }
  }
  return troubles;
}

}  // namespace assay::engine
