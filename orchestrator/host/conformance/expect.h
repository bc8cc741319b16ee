// How a case says that something is wrong: it throws, and the first wrong thing ends the case.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "assay/types.h"

namespace assay::conformance {

// What the plugin did and what it should have done, for its author.
class Failed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Why a case cannot say anything about this plugin, or cannot be tried on this machine.
class NotApplicable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws Failed with the formatted text unless the condition holds.
template <typename... Arguments>
void expect(bool holds, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  if (!holds) {
    throw Failed(fmt::format(text, std::forward<Arguments>(arguments)...));
  }
}

// Bytes for a message: short, and readable whatever they are. "absent" when data() == nullptr.
std::string shown(Bytes bytes);

// `count` bytes that differ for each seed and contain every value from 0 to 255 when long enough.
std::string any_bytes(std::size_t count, std::uint64_t seed);

}  // namespace assay::conformance
