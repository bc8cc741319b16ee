// assay-worker: the process that loads a plugin. It links no client library of any system, so that
// the library measured is the plugin's.
//
// Exit codes: 0 done; 1 unexpected error, or a case of --check failed; 2 wrong usage; 3 the plugin
// cannot be loaded; by a signal when the plugin crashed it.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <span>
#include <string_view>

#include "assay/types.h"
#include "engine/worker_modes.h"
#include "host/conformance/check_mode.h"

namespace {

int run(std::span<char*> arguments) {
  const std::string_view mode = arguments.size() >= 3 ? arguments[1] : "";
  if (mode == "--check" && arguments.size() == 4) {
    return assay::conformance::check_mode(arguments[2], arguments[3]);
  }
  if (mode == "--describe" && arguments.size() == 3) {
    return assay::engine::describe_plugin(arguments[2]);
  }
  if (mode == "--serve" && arguments.size() == 3) {
    return assay::engine::serve_worker(arguments[2]);
  }
  std::fputs("usage: assay-worker --describe FILE | --check FILE FOLDER | --serve unix:SOCKET\n",
             stderr);
  return static_cast<int>(assay::ExitCode::wrong_usage);
}

}  // namespace

int main(int count, char** values) {
  int code = 1;
  try {
    code = run({values, static_cast<std::size_t>(count)});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "assay-worker: %s\n", error.what());
  }
  std::fflush(nullptr);
  // Not exit(): a plugin's exit handlers and static destructors may crash or hang.
  _exit(code);
}
