// The ends of set-up calls that failed.
#pragma once

#include <string_view>

#include "assay/session.h"

namespace assay::workload {

// Throws Error unless the status is ok: "loading <what> ended as refused: <the session's text>".
void require_loaded(Status status, const Session& session, std::string_view what);

// "<doing> <what> ended as refused: <the session's text>".
Error failure(std::string_view doing, std::string_view what, Status status, const Session& session);

}  // namespace assay::workload
