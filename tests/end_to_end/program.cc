#include "program.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "engine/leftovers.h"
#include "engine/owner.h"

namespace assay::end_to_end {
namespace {

namespace fs = std::filesystem;

// Work folders below a folder, whoever owns them. What vanishes meanwhile is none.
void add_work_folders(const fs::path& folder, std::vector<std::string>& found) {
  std::error_code gone;
  for (fs::recursive_directory_iterator each(folder, gone), end; each != end;
       each.increment(gone)) {
    if (each->path().filename().string().starts_with(engine::work_prefix)) {
      found.push_back(each->path().string());
    }
  }
}

}  // namespace

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

fs::path program_file() { return fs::path(ASSAY_BINARY_FOLDER) / "bin" / "assay"; }

void Program::SetUp() {
  std::string name = testing::TempDir() + "end-to-end-XXXXXX";
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  folder_ = name;
}

void Program::TearDown() {
  const bool clean = eventually([this] { return left_over().empty(); }, std::chrono::seconds(10));
  std::string text;
  for (const std::string& each : left_over()) {
    text += each + "\n";
  }
  EXPECT_TRUE(clean) << "left over:\n" << text;
  fs::remove_all(folder_);
}

pid_t Program::start(const std::vector<std::string>& arguments, const Streams& streams) const {
  std::vector<std::string> words{program_file().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, (folder_ / streams.output).c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (streams.terminal >= 0) {
    posix_spawn_file_actions_adddup2(&actions, streams.terminal, 2);
  } else {
    posix_spawn_file_actions_addopen(&actions, 2, (folder_ / streams.errors).c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());
  pid_t pid = -1;
  const int failure = posix_spawn(&pid, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  EXPECT_EQ(failure, 0) << "the program is not at " << program_file();
  return pid;
}

Outcome Program::finish(pid_t pid, const Streams& streams) const {
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  Outcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.output = content(folder_ / streams.output);
  outcome.errors = content(folder_ / streams.errors);
  return outcome;
}

Outcome Program::run(const std::vector<std::string>& arguments, const Streams& streams) const {
  return finish(start(arguments, streams), streams);
}

std::set<std::string> Program::reported_blocks() const {
  std::set<std::string> blocks;
  std::ifstream errors(folder_ / "errors");
  for (std::string line; std::getline(errors, line);) {
    const std::size_t begin = line.find(' ');
    const std::size_t end = line.find("):");
    if (line.find(" (round ") != std::string::npos && end != std::string::npos) {
      blocks.insert(line.substr(begin + 1, end - begin - 1));
    }
  }
  return blocks;
}

int Program::shell(const std::string& command) const {
  const int status = std::system(fmt::format("cd {} && {}", folder_.string(), command).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

fs::path Program::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return folder_ / name;
}

std::vector<pid_t> Program::processes(const std::string& text) const {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string environment = content(entry.path() / "environ");
    const std::string directory = fs::read_symlink(entry.path() / "cwd", ignored).string();
    if (environment.find(std::string(engine::owner_variable) + "=") != std::string::npos &&
        directory.starts_with(folder_.string()) &&
        content(entry.path() / "cmdline").find(text) != std::string::npos) {
      found.push_back(std::stoi(entry.path().filename().string()));
    }
  }
  return found;
}

std::vector<std::string> Program::left_over() const {
  std::vector<std::string> found;
  for (const pid_t pid : processes("")) {
    found.push_back("process " + std::to_string(pid));
  }
  add_work_folders(folder_, found);
  return found;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t position = text.find(from);
  if (position == std::string::npos) {
    ADD_FAILURE() << "no '" << from << "' in: " << text;
    return text;
  }
  return text.replace(position, from.size(), to);
}

std::string small_matrix(int rounds) {
  return fmt::format(
      "name: small\n"
      "description: Two payloads on the plugin that answers at once.\n"
      "rounds: {}\n"
      "timing: {{warmup: 20ms, measure: 200ms}}\n"
      "backends:\n"
      "  noop: {{plugin: noop}}\n"
      "axes:\n"
      "  backend: noop\n"
      "  durability: none\n"
      "  workload: cache.get\n"
      "  payload: [10, 100]\n"
      "parameters: {{keys: 100}}\n"
      "tables:\n"
      "  - {{name: reads, title: Reads, rows: [payload], columns: [backend]}}\n",
      rounds);
}

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds at_most) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace assay::end_to_end
