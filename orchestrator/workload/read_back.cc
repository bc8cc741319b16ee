#include "workload/read_back.h"

#include <fmt/format.h>

#include "workload/load.h"

namespace assay::workload {

bool is_there(Status status, const Session& session, std::string_view what) {
  if (status == Status::ok || status == Status::not_found) {
    return status == Status::ok;
  }
  throw failure("reading back", what, status, session);
}

}  // namespace assay::workload
