// Where assay-supervisor finds its end of the socket.
#pragma once

namespace assay::engine {

inline constexpr int supervisor_channel = 3;

}  // namespace assay::engine
