#include "engine/worker_link.h"

#include <grpcpp/grpcpp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace assay::engine {
namespace {

bool listens(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  // The sockets interface wants this cast.
  const bool connected =
      ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(probe);
  return connected;
}

}  // namespace

WorkerLink::WorkerLink(Supervisor& supervisor, std::uint32_t process,
                       const std::filesystem::path& program, std::filesystem::path socket,
                       std::filesystem::path log)
    : process_(process),
      socket_(std::move(socket)),
      log_(std::move(log)),
      pid_(
          supervisor.start({{program.string(), "--serve", "unix:" + socket_.string()}, {}, log_})) {
}

bool WorkerLink::connect() {
  if (stub_ == nullptr && listens(socket_)) {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    stub_ = wire::Worker::NewStub(grpc::CreateCustomChannel(
        "unix:" + socket_.string(), grpc::InsecureChannelCredentials(), arguments));
  }
  return stub_ != nullptr;
}

}  // namespace assay::engine
