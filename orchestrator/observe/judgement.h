// What the facts about a machine mean for measuring on it. `assay doctor` shows every judgement;
// those that are not fine are a run's sources of bias in its report. Pure functions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace assay::observe {

// The worst first.
enum class Weight : std::uint8_t {
  serious,  // figures taken here are wrong or useless in some respect
  notable,  // they need care
  fine,
  unknown,  // this machine does not tell
};

std::string_view name(Weight weight);

struct Judgement {
  std::string subject;  // "CPU governor"
  Weight weight = Weight::unknown;
  std::string found;  // what is so, without a full stop
  // Where the weight is serious or notable, else empty: why it matters for measuring, and what to
  // do about it; both begin in lower case and have no full stop.
  std::string why;
  std::string advice;
};

// One judgement a subject, the worst first, from the JSON of machine(). What is missing or null
// there is unknown. The list always has the same subjects.
std::vector<Judgement> judgements(const nlohmann::json& machine);

// The judgements that are serious or notable, each as one sentence "Found: why; advice."
std::vector<std::string> biases(const nlohmann::json& machine);

}  // namespace assay::observe
