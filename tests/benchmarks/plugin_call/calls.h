// The calls compared: the same constant answer, once through a class of this program and once
// through the loaded noop plugin.
#pragma once

#include <memory>
#include <string>

#include "assay/plugin.h"
#include "host/loader.h"

// What noop does without a store: count the call, hand out a view.
class DirectAnswer final {
 public:
  [[gnu::noinline]] assay::Status get(assay::Bytes key, assay::Reply& reply) {
    asm volatile("" : : "r"(key.data()), "r"(key.size()));
    ++count_;
    reply.value = value_;
    return assay::Status::ok;
  }

 private:
  std::string value_ = std::string(100, 'x');
  std::int64_t count_ = 0;
};

// A session of the loaded plugin that answers constants (and needs no folder).
inline std::unique_ptr<assay::Session> open_noop() {
  assay::Plugin& plugin = assay::host::load(ASSAY_BINARY_FOLDER "/lib/assay/plugins/assay-noop.so");
  assay::Place place;
  for (const assay::Option& option : plugin.capabilities().options) {
    place.settings.push_back(
        {option.name, option.name == "store" ? "false" : option.default_value});
  }
  return plugin.open(place);
}
