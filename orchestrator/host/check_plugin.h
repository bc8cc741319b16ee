// The conformance suite on one plugin, run in a worker process of its own, as a user and the tests
// run it. Thread-safe.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>

#include "process/run_program.h"

namespace assay::host {

// Runs `worker --check file folder` and gives each of its lines, one JSON object a case, to `line`
// (host/conformance/check_mode.h). The folder is a new one below $TMPDIR, or /var/tmp, which is
// more often on a disk than /tmp, so that all durability levels can be checked; it is removed here,
// however the worker ended. Throws Error when the folder cannot be made or the worker not started.
process::Ended check_plugin(const std::filesystem::path& worker, const std::filesystem::path& file,
                            std::chrono::nanoseconds deadline,
                            const std::function<void(std::string_view)>& line);

}  // namespace assay::host
