#include "engine/supervisor_message.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <vector>

#include "assay/types.h"

namespace assay::engine {

bool send_message(int socket, const nlohmann::json& message) {
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(message);
  for (;;) {
    if (send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0) {
      return true;
    }
    if (errno == EMSGSIZE) {
      throw Error("a command line with its environment is " + std::to_string(bytes.size()) +
                  " bytes long, more than can be passed on; shorten it");
    }
    if (errno != EINTR) {
      return false;
    }
  }
}

std::optional<nlohmann::json> receive_message(int socket) {
  for (;;) {
    const ssize_t size = recv(socket, nullptr, 0, MSG_PEEK | MSG_TRUNC);
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size <= 0) {
      return std::nullopt;
    }
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    if (recv(socket, bytes.data(), bytes.size(), 0) != size) {
      return std::nullopt;
    }
    return nlohmann::json::from_cbor(bytes);
  }
}

}  // namespace assay::engine
