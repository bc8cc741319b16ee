// assay-echo-server SOCKET: keeps keys and values in memory and answers requests (protocol.h) at a
// unix socket until it is ended. Exit codes: 2 wrong usage, 3 cannot listen.
#include <cstdio>
#include <exception>

#include "server.h"

int main(int count, char** values) {
  if (count != 2) {
    std::fputs("usage: assay-echo-server SOCKET\n", stderr);
    return 2;
  }
  try {
    echo::serve(values[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "assay-echo-server: %s\n", error.what());
  }
  return 3;
}
