// What the program assay-worker does: one call a mode, each in a file of its own, each returning
// the exit code. These are the only processes that load plugins.
#pragma once

#include <filesystem>
#include <string>

namespace assay::engine {

// --describe FILE: loads the plugin and prints one line of JSON: its Capabilities (the form of
// host/catalogue.h), or {"error": text} when it cannot be loaded. The code is 0 or 3 accordingly.
int describe_plugin(const std::filesystem::path& file);

// --serve ADDRESS ("unix:/path"): answers the calls of worker.proto there until standard input ends
// or a signal comes. Throws Error when it cannot listen there.
int serve_worker(const std::string& address);

}  // namespace assay::engine
