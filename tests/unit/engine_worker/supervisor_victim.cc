// A run that gets killed: starts programs, registers a folder, says so, and waits for its end.
// Arguments: a folder to register, and the shell command to start.
#include <unistd.h>

#include <cstdio>

#include "engine/supervisor.h"

int main(int count, char** arguments) {
  if (count != 3) {
    return 2;
  }
  assay::engine::Supervisor supervisor;
  supervisor.remove_at_end(arguments[1]);
  supervisor.start({{"/bin/sh", "-c", arguments[2]}, {}, "/dev/null"});
  std::puts("started");
  std::fflush(stdout);
  pause();
  return 0;
}
