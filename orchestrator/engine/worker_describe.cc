#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/worker_modes.h"
#include "host/catalogue.h"
#include "host/loader.h"

namespace assay::engine {

namespace {

// Standard output for us alone: what the plugin prints goes to standard error from here on.
int take_output() {
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return output;
}

nlohmann::json description(const std::filesystem::path& file) {
  nlohmann::json json;
  host::to_json(json, host::load(file).capabilities());
  return json;
}

}  // namespace

int describe_plugin(const std::filesystem::path& file) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int output = take_output();
  nlohmann::json json;
  try {
    json = description(file);
  } catch (const std::exception& error) {
    json = {{"error", error.what()}};
  } catch (...) {
    json = {{"error", file.string() + ": the plugin threw something that is no std::exception in "
                                      "capabilities; the plugin's author has to correct that"}};
  }
  const bool loaded = !json.contains("error");
  const std::string text =
      json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t size = write(output, text.data() + written, text.size() - written);
    if (size <= 0) {
      break;
    }
    written += static_cast<std::size_t>(size);
  }
  return static_cast<int>(loaded ? ExitCode::done : ExitCode::cannot_run_here);
}

}  // namespace assay::engine
