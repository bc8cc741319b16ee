#include "workload/load.h"

#include <fmt/format.h>

namespace assay::workload {

void require_loaded(Status status, const Session& session, std::string_view what) {
  if (status != Status::ok) {
    throw failure("loading", what, status, session);
  }
}

Error failure(std::string_view doing, std::string_view what, Status status,
              const Session& session) {
  const Bytes reason = session.last_error();
  return Error(fmt::format("{} {} ended as {}: {}", doing, what, name(status),
                           reason.empty() ? "the plugin gives no reason" : reason));
}

}  // namespace assay::workload
