// An open load in words: what the axes `open` and `arrivals` hold, and how a cell's load is spelt.
// Pure, any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/cell.h"
#include "matrix/document.h"

namespace assay::matrix {

inline constexpr std::string_view open_axis = "open";
inline constexpr std::string_view arrivals_axis = "arrivals";
inline constexpr std::string_view closed_word = "closed";

// What a value of the axis `open` may be, for a mistake.
inline constexpr std::string_view open_expected =
    "closed, a rate from 0.001 to 1000000000 operations per second, or of_slowest: shares from "
    "0.01 to 1";

// A scalar of the axis: "closed" (an empty load), "5000", "0.5 of slowest". nullopt: none of these.
struct OpenValue {
  std::optional<OpenLoad> load;
};

std::optional<OpenValue> to_open(std::string_view text);

// The same in one spelling: what axis_value, tables and filters use.
std::string to_text(const std::optional<OpenLoad>& load);

// The value of the axis `open` as scalars: {of_slowest: [0.5]} becomes "0.5 of slowest". A map with
// other keys comes back as it is.
Value open_scalars(const Value& value);

std::vector<std::string> arrival_words();

// A closed loop that is measured before the rounds, since loads of its group are shares of a rate.
struct ClosedLoop {
  std::string group;
  Cell cell;  // without its open load; the id is that of such a cell
};

// One for each backend of each group, in the order of the cells.
std::vector<ClosedLoop> closed_loops(std::span<const Cell> cells);

}  // namespace assay::matrix
