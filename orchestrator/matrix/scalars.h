// The text of a scalar as a typed value, and the words for what was expected. Pure.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "assay/plugin.h"
#include "matrix/document.h"
#include "workload/catalogue.h"

namespace assay::matrix {

// All of the text, or nullopt. Integers are decimal digits with an optional minus; numbers are
// finite; durations are a number from 0 to one day with ns, us, ms, s or min after it: "1.5s";
// sizes are a whole number with KiB, MiB or GiB after it: "64MiB".
std::optional<std::int64_t> to_integer(std::string_view text);
std::optional<double> to_number(std::string_view text);
std::optional<bool> to_boolean(std::string_view text);
std::optional<std::chrono::nanoseconds> to_duration(std::string_view text);
std::optional<std::int64_t> to_bytes(std::string_view text);

// "64MiB": in the largest unit that divides it, the way to_bytes reads it. REQUIRES: whole KiB.
std::string bytes_text(std::int64_t bytes);

// "2024-12-31" or "2024-12-31 23:59:59" in seconds since 1970, or nullopt.
std::optional<std::int64_t> to_timestamp_s(std::string_view text);

// A scalar as text, the way axis_value, tables and filters spell it.
std::string to_text(const nlohmann::json& scalar);

// The typed value of a workload's parameter, or nullopt when the scalar is not of its type, range
// or choices.
std::optional<nlohmann::json> parameter_value(const workload::Parameter& parameter,
                                              const Value& value);

// The same for a plugin's option, as the text a plugin gets.
std::optional<std::string> option_value(const Option& option, const Value& value);

// "a whole number from 1 to 10 (bytes)", "true or false", "one of a, b": what a mistake says was
// expected.
std::string expected(const workload::Parameter& parameter);
std::string expected(const Option& option);

// "; did you mean …" for those with choices, otherwise empty.
std::string choice_suggestion(const workload::Parameter& parameter, const Value& value);
std::string choice_suggestion(const Option& option, const Value& value);

// What stands there, for a mistake: 'six', '"6" in quotes', 'a list', 'nothing'.
std::string found(const Value& value);

}  // namespace assay::matrix
