#include "adapters/native.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace assay::adapters {
namespace {

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return name;
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = std::filesystem::path(folder) / name;
    if (access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) {
      return file;
    }
  }
  throw Error("the server program " + name + " is not in PATH; install it");
}

}  // namespace

Running Native::start(const Server& server, const std::filesystem::path& log) {
  engine::Command command;
  command.arguments.push_back(find_program(server.program));
  command.arguments.insert(command.arguments.end(), server.arguments.begin(),
                           server.arguments.end());
  command.variables = server.variables;
  command.log = log;
  return {supervisor_.start(command), log};
}

void Native::stop(const Running& running, std::chrono::nanoseconds grace) {
  supervisor_.stop(running.pid, grace);
}

}  // namespace assay::adapters
