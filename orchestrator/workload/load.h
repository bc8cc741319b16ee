// The end of a load that failed.
#pragma once

#include <string_view>

#include "assay/session.h"

namespace assay::workload {

// Throws Error unless the status is ok: "loading <what> ended as refused: <the session's text>".
void require_loaded(Status status, const Session& session, std::string_view what);

}  // namespace assay::workload
