// The part of a matrix file that says which workloads it defines itself: `workloads`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "matrix/document.h"
#include "matrix/fields.h"
#include "matrix/matrix.h"
#include "matrix/mistakes.h"

namespace assay::matrix {

// What the workloads of a matrix file may be called: not what the catalogue has, or may have.
inline constexpr const char* own_workload_pattern =
    "^(?!cache\\.|table\\.)[a-z0-9][a-z0-9.-]{0,99}$";

// The vocabulary with the matrix's own workloads. It is borrowed, and so is what it borrows.
class OwnWorkloads {
 public:
  // `map`: the value of `workloads`, or nullptr. Mistakes are reported; a workload that has one is
  // left out.
  OwnWorkloads(const Value* map, const Vocabulary& vocabulary, Mistakes& mistakes);
  ~OwnWorkloads() = default;
  OwnWorkloads(const OwnWorkloads&) = delete;
  OwnWorkloads& operator=(const OwnWorkloads&) = delete;

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  void read(const Value::Entry& entry);

  // What its kind says of the workload, without its parameters; null when that has a mistake.
  nlohmann::json read_kind(Fields& fields, const std::string& name);
  nlohmann::json read_mix(const Value& mix, const std::string& name);
  nlohmann::json read_parameters(const Value& map, const workload::Description& workload);

  Vocabulary vocabulary_;
  Mistakes& mistakes_;
  std::vector<std::string> built_in_;  // names of the catalogue's
  std::vector<workload::Description> descriptions_;
};

}  // namespace assay::matrix
