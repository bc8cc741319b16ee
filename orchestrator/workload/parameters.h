// The parameters of a selection, checked against the workload's description and read by type.
// Immutable once made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "workload/catalogue.h"
#include "workload/work.h"

namespace assay::workload {

class Parameters {
 public:
  // Borrows both. Throws Error (wrong_usage), naming workload and parameter, when a declared
  // parameter is missing, has another type or lies outside its range, or when one that is not
  // declared is given.
  Parameters(const Description& description, const Selection& selection);

  // REQUIRES of all: the workload declares the parameter with this type.
  bool boolean(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  std::string choice(std::string_view name) const;

  // What they were read from.
  const Selection& selection() const { return selection_; }

  // Whether replies are looked into.
  bool verify() const { return selection_.verify; }

  // An Error (wrong_usage) about this workload: "cache.get: <text>".
  Error error(std::string_view text) const;

 private:
  const nlohmann::json& value(std::string_view name, ParameterType type) const;

  const Description& description_;
  const Selection& selection_;
};

}  // namespace assay::workload
