// Choosing cells by the values of their axes: `exclude`, `where`, `baseline` and --filter.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/cell.h"
#include "matrix/document.h"
#include "matrix/mistakes.h"

namespace assay::matrix {

// Numbers by size and before other words.
struct BySize {
  bool operator()(const std::string& a, const std::string& b) const;
};

// axis → values; a cell is chosen when each axis has one of its values.
using Selector = std::map<std::string, std::vector<std::string>>;

bool matches(const Cell& cell, const Selector& selector);

// The words that a selector may use: axes, and the values cells have there.
class Known {
 public:
  // `axes`: every axis name that means something, whether a cell has it or not.
  explicit Known(std::vector<std::string> axes);

  // Adds the values of a cell.
  void add(const Cell& cell);

  // Adds a value that is written down, when the cells cannot be made because of other mistakes.
  // Axes without any value are then not checked.
  void add(const std::string& axis, const std::string& value);

  void set_guessed() { guessed_ = true; }

  bool guessed() const { return guessed_; }

  // Whether it is an axis that some cell has. Reports the mistake otherwise.
  bool check_axis(std::string_view axis, Origin origin, Mistakes& mistakes) const;

  // The value as cells spell it, or nullopt with the mistake reported when no cell has it.
  std::optional<std::string> check_value(const std::string& axis, const Value& value,
                                         Mistakes& mistakes) const;

 private:
  std::vector<std::string> axes_;
  std::map<std::string, std::set<std::string, BySize>> values_;
  bool guessed_ = false;
};

// Reads a map of axis → value or values. nullopt when it has a mistake.
std::optional<Selector> read_selector(const Value& map, std::string_view what, const Known& known,
                                      Mistakes& mistakes);

// "payload=10,100" as the map {payload: [10, 100]} at the option's origin. Reports another shape
// and gives nullopt.
std::optional<Value> filter_map(std::string_view filter, Origin origin, Mistakes& mistakes);

}  // namespace assay::matrix
