// Echo's server: one thread, one epoll, any number of connections.
#pragma once

#include <string>

namespace echo {

// Serves at a unix socket's path until the process is ended. Throws assay::Error when it cannot
// start.
void serve(const std::string& path);

}  // namespace echo
