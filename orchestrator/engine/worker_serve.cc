#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>

#include "assay/types.h"
#include "engine/worker_modes.h"
#include "engine/worker_service.h"

namespace assay::engine {
namespace {

// The other end of standard input is held for as long as the run is there. _exit, because a thread
// may sit in a plugin's call for ever and its destructors with it.
void end_with_standard_input() {
  std::thread([] {
    char ignored = 0;
    while (true) {
      const ssize_t size = ::read(STDIN_FILENO, &ignored, 1);
      if (size == 0 || (size < 0 && errno != EINTR)) {
        _exit(0);
      }
    }
  }).detach();
}

}  // namespace

int serve_worker(const std::string& address) {
  // What a plugin prints must be in the log even when the process is killed.
  setvbuf(stdout, nullptr, _IOLBF, 0);
  // Client libraries write to sockets whose server may be gone; that is a status, not an end.
  std::signal(SIGPIPE, SIG_IGN);
  end_with_standard_input();

  // Leaked: threads of the crew may use it to the last moment.
  auto* service = new WorkerService;
  grpc::ServerBuilder builder;
  int bound = 0;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &bound);
  builder.RegisterService(service);
  builder.SetSyncServerOption(grpc::ServerBuilder::NUM_CQS, 1);
  builder.SetSyncServerOption(grpc::ServerBuilder::MIN_POLLERS, 1);
  builder.SetMaxReceiveMessageSize(-1);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    throw Error("the worker cannot listen at " + address + "; is the folder there and writable?");
  }
  server->Wait();
  return 0;
}

}  // namespace assay::engine
