// The conformance suite: whether a plugin does what the SDK's headers say, in both forms. A loaded
// plugin can hang, crash and corrupt memory, so this runs in a process made for it: a worker
// program called with --check.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "assay/plugin.h"

namespace assay::conformance {

enum class Result : std::uint8_t { passed, failed, not_applicable };

constexpr std::string_view name(Result result) {
  constexpr std::string_view names[] = {"passed", "failed", "not_applicable"};
  return names[static_cast<std::size_t>(result)];
}

struct Outcome {
  std::string name;       // a sentence that holds when the case passes
  std::string form;       // "plain" or "pipelined"; empty where it concerns neither
  std::string component;  // "KeyValue", "Table", "Session" or "Plugin"
  Result result = Result::failed;
  std::string text = {};  // what went wrong, or why it does not apply; empty when passed
};

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  // A case begins. `if_it_crashes` is its outcome should the process die in it.
  virtual void starts(const Outcome& if_it_crashes) = 0;

  // A case has ended. Called from another thread, and as the last call, when a case has hung.
  virtual void ended(const Outcome& outcome) = 0;
};

// Runs every case that applies; environments other than embedded and native are not tried. Stages
// are made in new folders below `scratch` and removed. False: a case failed. A case that outlives
// its deadline ends the process with exit code 1, after its outcome was reported and its server was
// killed; what lies in `scratch` is then left to the caller of the process, as after a crash.
bool check(Plugin& plugin, const std::filesystem::path& scratch, Listener& listener);

}  // namespace assay::conformance
