#include "workload/load.h"

#include <fmt/format.h>

namespace assay::workload {

void require_loaded(Status status, const Session& session, std::string_view what) {
  if (status == Status::ok) {
    return;
  }
  const Bytes reason = session.last_error();
  throw Error(fmt::format("loading {} ended as {}: {}", what, name(status),
                          reason.empty() ? "the plugin gives no reason" : reason));
}

}  // namespace assay::workload
