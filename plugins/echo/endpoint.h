// Unix sockets by address: "unix:/path". Any thread; the caller owns the descriptors.
#pragma once

#include <string>

namespace echo {

// The path of an address "unix:/path". Throws assay::Error for any other, or one too long.
std::string socket_path(const std::string& address);

// A non-blocking listening socket at a path; a socket left there by a dead server is replaced.
// Throws assay::Error.
int listen_at(const std::string& path);

// A connected, blocking socket. Throws assay::Error naming the path and the reason.
int connect_to(const std::string& path);

}  // namespace echo
