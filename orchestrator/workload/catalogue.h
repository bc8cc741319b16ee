// What workloads there are and what parameters each takes: for checking matrices, for `list` and
// for the reports. Constant data, safe from any thread.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/plugin.h"

namespace assay::workload {

enum class ParameterType : std::uint8_t { boolean, integer, number, choice };

struct Parameter {
  std::string name;  // "payload"
  ParameterType type = ParameterType::integer;
  std::string unit;  // "bytes"; empty for none
  nlohmann::json default_value;
  double least = 0;                  // integer and number only, inclusive
  double most = 0;                   // integer and number only, inclusive
  std::vector<std::string> choices;  // choice only
  std::string help;                  // one sentence
  bool fixed = false;                // the workload's definition says that it is default_value
};

struct Description {
  std::string name;  // "cache.get"
  Component component = Component::key_value;
  bool writes = false;  // whether durability bears on it
  std::string help;     // one sentence: what one operation is
  std::vector<Parameter> parameters;
  bool depth_0_only = false;  // an operation is several calls that wait for one another
  bool alone = false;         // it leaves the dataset as no other workload expects it
};

// All workloads, ordered by name.
std::span<const Description> catalogue();

// The workload of that name, or nullptr.
const Description* find(std::string_view name);

}  // namespace assay::workload
