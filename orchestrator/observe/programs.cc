#include "observe/programs.h"

#include <fmt/format.h>
#include <glob.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

#include "assay/types.h"
#include "process/run_program.h"

namespace assay::observe {

namespace {

namespace fs = std::filesystem;

constexpr const char* server = "server";
constexpr const char* engine = "container engine";

struct Known {
  std::string system;
  const char* kind;
  std::vector<std::string> names;  // of its program
  std::string sign;  // what its version text holds, where the name alone tells too little
  std::string how_to_get;
};

const std::vector<Known>& known() {
  // mysqld is MariaDB's name for itself too, so that MariaDB is asked first.
  static const std::vector<Known> systems{
      {"redis", server, {"redis-server"}, "", "apt-get install redis-server"},
      {"valkey",
       server,
       {"valkey-server"},
       "",
       "apt-get install valkey-server (from Debian 13 on)"},
      {"memcached", server, {"memcached"}, "", "apt-get install memcached"},
      {"postgresql", server, {"postgres"}, "", "apt-get install postgresql"},
      {"mariadb", server, {"mariadbd", "mysqld"}, "MariaDB", "apt-get install mariadb-server"},
      {"mysql", server, {"mysqld"}, "", "install MySQL's own package; Debian has none"},
      {"docker", engine, {"docker"}, "", "apt-get install docker.io"},
      {"podman", engine, {"podman"}, "", "apt-get install podman"},
  };
  return systems;
}

struct Answer {
  bool well = false;
  std::string text;
};

Answer ask(const fs::path& program, const char* argument) {
  Answer answer;
  try {
    const process::Ended ended = process::run_program(
        {program.string(), argument}, std::chrono::seconds(5), [&](std::string_view line) {
          answer.text += line;
          answer.text += '\n';
        });
    answer.well = ended.well();
  } catch (const Error&) {  // a file that cannot be run is no program
    answer.text.clear();
  }
  return answer;
}

std::string version_in(const std::string& text) {
  static const std::regex version(R"([0-9]+(\.[0-9]+)+)");
  std::smatch match;
  return std::regex_search(text, match, version) ? match.str() : "";
}

std::string advice_for(const Known& system, const fs::path& file) {
  if (system.kind == engine && !ask(file, "version").well) {
    return fmt::format("{} does not answer: start its service, and be root or in its group",
                       system.system);
  }
  return "";
}

}  // namespace

std::vector<fs::path> program_folders() {
  std::vector<fs::path> folders;
  const char* const path = std::getenv("PATH");
  std::istringstream words(path == nullptr ? "" : path);
  for (std::string word; std::getline(words, word, ':');) {
    if (!word.empty()) {
      folders.emplace_back(word);
    }
  }
  folders.insert(folders.end(), {"/usr/local/sbin", "/usr/sbin", "/sbin"});
  glob_t found{};
  if (::glob("/usr/lib/postgresql/*/bin", 0, nullptr, &found) == 0) {
    folders.insert(folders.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  return folders;
}

std::vector<Program> find_programs(const std::vector<fs::path>& folders) {
  std::vector<Program> programs;
  std::set<fs::path> seen;
  for (const Known& system : known()) {
    const std::size_t before = programs.size();
    for (const fs::path& folder : folders) {
      for (const std::string& name : system.names) {
        std::error_code error;
        const fs::path file = fs::canonical(folder / name, error);
        if (error || !fs::is_regular_file(file) || ::access(file.c_str(), X_OK) != 0 ||
            seen.contains(file)) {
          continue;
        }
        const std::string text = ask(file, "--version").text;
        if (text.find(system.sign) == std::string::npos) {
          continue;
        }
        seen.insert(file);
        programs.push_back(
            {system.system, system.kind, file, version_in(text), advice_for(system, file)});
      }
    }
    if (programs.size() == before) {
      programs.push_back({system.system, system.kind, std::nullopt, "", system.how_to_get});
    }
  }
  return programs;
}

}  // namespace assay::observe
