// The end of a read after the measurement that was to show what had been written.
#pragma once

#include <string_view>

#include "assay/session.h"

namespace assay::workload {

// Whether the item is there: true for ok, false for not_found. Any other status says nothing about
// the item, and throws Error: "reading back <what> ended as timeout: <the session's text>".
bool is_there(Status status, const Session& session, std::string_view what);

}  // namespace assay::workload
