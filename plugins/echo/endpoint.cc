#include "endpoint.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "assay/types.h"

namespace echo {

namespace {

constexpr std::string_view scheme = "unix:";
constexpr int backlog = 1024;

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    throw assay::Error("the socket's path '" + path + "' has " + std::to_string(path.size()) +
                       " bytes, wanted 1 to " + std::to_string(sizeof(address.sun_path) - 1) +
                       "; use a folder with a shorter name");
  }
  path.copy(address.sun_path, path.size());
  return address;
}

[[noreturn]] void fail(int descriptor, const char* what, const std::string& path,
                       const char* advice) {
  const std::string reason = std::strerror(errno);
  if (descriptor >= 0) {
    close(descriptor);
  }
  throw assay::Error(std::string(what) + " " + path + ": " + reason + "; " + advice);
}

}  // namespace

std::string socket_path(const std::string& address) {
  if (!address.starts_with(scheme)) {
    throw assay::Error("echo's server has the address '" + address + "', wanted unix:/PATH");
  }
  std::string path = address.substr(scheme.size());
  address_of(path);
  return path;
}

int listen_at(const std::string& path) {
  const sockaddr_un address = address_of(path);
  unlink(path.c_str());
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0 ||
      bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      listen(descriptor, backlog) != 0) {
    fail(descriptor, "cannot listen at", path, "check the folder and the limit of open files");
  }
  return descriptor;
}

int connect_to(const std::string& path) {
  const sockaddr_un address = address_of(path);
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0 ||
      connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    fail(descriptor, "cannot connect to echo's server at", path,
         "is it running, and is the limit of open files high enough?");
  }
  return descriptor;
}

}  // namespace echo
