// A plugin whose descriptor is right and that goes wrong when it is loaded or created.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "plain_plugin.h"

namespace {

enum Case {
  throws_error,
  throws_std_exception,
  throws_number,
  creates_nothing,
  aborts_in_constructor,
  hangs_in_constructor,
  exits_in_constructor,
  aborts_at_exit,
  prints_on_stdout,
  throws_in_capabilities,
};

constexpr Case this_case = HOSTILE_CASE;

struct Static {
  Static() {
    if (this_case == aborts_in_constructor) {
      std::fputs("my constructor is broken\n", stderr);
      std::abort();
    }
    if (this_case == exits_in_constructor) {
      _exit(9);
    }
    if (this_case == prints_on_stdout) {
      std::puts("{\"error\": \"not from the worker\"}");
      std::fflush(stdout);
    }
    while (this_case == hangs_in_constructor) {
      pause();
    }
  }

  ~Static() {
    if (this_case == aborts_at_exit) {
      std::abort();
    }
  }
} made_when_loaded;

class Hostile final : public PlainPlugin {
 public:
  Hostile() {
    if (this_case == throws_error) {
      throw assay::Error("no licence file; buy one");
    }
    if (this_case == throws_std_exception) {
      throw std::out_of_range("index 7");
    }
    if (this_case == throws_number) {
      throw 42;
    }
  }

  const assay::Capabilities& capabilities() const override {
    if (this_case == throws_in_capabilities) {
      throw 42;
    }
    return PlainPlugin::capabilities();
  }
};

}  // namespace

extern "C" ASSAY_EXPORT const assay_descriptor assay_plugin;
extern "C" const assay_descriptor assay_plugin = {
    ASSAY_MAGIC,
    sizeof(assay_descriptor),
    ASSAY_SDK_VERSION,
    ASSAY_ABI,
    HOSTILE_NAME,
    []() -> assay::Plugin* { return this_case == creates_nothing ? nullptr : new Hostile; },
    [](assay::Plugin* plugin) { delete plugin; }};
