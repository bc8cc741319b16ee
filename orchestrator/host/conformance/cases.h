// The cases of the suite, one list per subject. A case returns when the plugin does as it should,
// and throws Failed or NotApplicable otherwise.
#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "assay/plugin.h"
#include "host/conformance/stage.h"

namespace assay::conformance {

// Run in each form, on a stage they share.
struct Case {
  std::string_view name;  // a sentence about a plugin that passes
  void (*run)(Stage& stage);
  std::chrono::seconds deadline{20};
};

std::span<const Case> key_value_cases();      // one key at a time
std::span<const Case> key_value_set_cases();  // several keys at a time, expiry, counters
std::span<const Case> table_cases();
std::span<const Case> transaction_cases();
std::span<const Case> sql_cases();      // on a stage for own statements
std::span<const Case> session_cases();  // what holds for sessions of every component

// Run in the pipelined form only.
std::span<const Case> pipeline_cases();

// Run once, before anything is opened.
struct CapabilityCase {
  std::string_view name;
  void (*run)(Plugin& plugin);
};

std::span<const CapabilityCase> capability_cases();

// What sessions say about themselves at the stage's durability level. Run at every level.
void check_facts(Stage& stage);

}  // namespace assay::conformance
