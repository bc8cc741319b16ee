#include "matrix/scalars.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include "matrix/words.h"

namespace assay::matrix {
namespace {

template <typename Number>
std::optional<Number> parsed(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || text.empty()) {
    return std::nullopt;
  }
  return number;
}

struct ByteUnit {
  std::string_view name;
  std::int64_t bytes;
};

constexpr ByteUnit byte_units[] = {
    {"GiB", std::int64_t{1} << 30}, {"MiB", std::int64_t{1} << 20}, {"KiB", std::int64_t{1} << 10}};

bool plain(const Value& value) { return value.kind == Value::Kind::scalar && !value.quoted; }

// Whole numbers as such, without an exponent or a fraction.
std::string bound(double number) {
  return std::abs(number) < 1e15 && number == std::floor(number)
             ? fmt::format("{}", static_cast<std::int64_t>(number))
             : fmt::format("{}", number);
}

std::string with_unit(std::string text, const std::string& unit) {
  return unit.empty() ? text : fmt::format("{} ({})", text, unit);
}

std::optional<std::int64_t> digits(std::string_view text, std::size_t from, std::size_t count) {
  const std::string_view part = text.substr(from, count);
  return part.find_first_not_of("0123456789") == std::string_view::npos ? to_integer(part)
                                                                        : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> to_integer(std::string_view text) { return parsed<std::int64_t>(text); }

std::optional<double> to_number(std::string_view text) {
  const std::optional<double> number = parsed<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<bool> to_boolean(std::string_view text) {
  return text == "true"    ? std::optional(true)
         : text == "false" ? std::optional(false)
                           : std::nullopt;
}

std::optional<std::chrono::nanoseconds> to_duration(std::string_view text) {
  struct Unit {
    std::string_view name;
    double ns;
  };

  constexpr Unit units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}};
  constexpr double longest_ns = 24 * 3600e9;
  const std::size_t letters = std::min(text.find_first_not_of("0123456789."), text.size());
  for (const Unit& unit : units) {
    if (text.substr(letters) == unit.name) {
      const std::optional<double> number = to_number(text.substr(0, letters));
      if (!number || *number * unit.ns > longest_ns) {
        return std::nullopt;
      }
      return std::chrono::nanoseconds(std::llround(*number * unit.ns));
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> to_bytes(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::int64_t> number = to_integer(text.substr(0, digits));
  const auto* const unit = std::ranges::find(byte_units, text.substr(digits), &ByteUnit::name);
  if (!number || unit == std::end(byte_units) ||
      *number > std::numeric_limits<std::int64_t>::max() / unit->bytes) {
    return std::nullopt;
  }
  return *number * unit->bytes;
}

std::string bytes_text(std::int64_t bytes) {
  const auto* const unit = std::ranges::find_if(
      byte_units, [&](const ByteUnit& each) { return bytes % each.bytes == 0; });
  return fmt::format("{}{}", bytes / unit->bytes, unit->name);
}

std::optional<std::int64_t> to_timestamp_s(std::string_view text) {
  constexpr std::string_view shape = "0000-00-00 00:00:00";
  constexpr std::size_t date_size = 10;
  if (text.size() != date_size && text.size() != shape.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == '0' ? !digit : text[i] != shape[i]) {
      return std::nullopt;
    }
  }
  const std::chrono::year_month_day date(
      std::chrono::year(static_cast<int>(digits(text, 0, 4).value_or(0))),
      std::chrono::month(static_cast<unsigned>(digits(text, 5, 2).value_or(0))),
      std::chrono::day(static_cast<unsigned>(digits(text, 8, 2).value_or(0))));
  std::int64_t seconds = 0;
  if (text.size() == shape.size()) {
    const auto hour = digits(text, 11, 2).value_or(0);
    const auto minute = digits(text, 14, 2).value_or(0);
    const auto second = digits(text, 17, 2).value_or(0);
    if (hour > 23 || minute > 59 || second > 59) {
      return std::nullopt;
    }
    seconds = hour * 3600 + minute * 60 + second;
  }
  if (!date.ok()) {
    return std::nullopt;
  }
  return std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86'400} + seconds;
}

std::string to_text(const nlohmann::json& scalar) {
  if (scalar.is_string()) {
    return scalar.get<std::string>();
  }
  return scalar.is_number_float() ? fmt::format("{}", scalar.get<double>()) : scalar.dump();
}

std::optional<nlohmann::json> parameter_value(const workload::Parameter& parameter,
                                              const Value& value) {
  using workload::ParameterType;
  if (parameter.type == ParameterType::choice) {
    const bool known =
        value.kind == Value::Kind::scalar && std::ranges::count(parameter.choices, value.text) != 0;
    return known ? std::optional<nlohmann::json>(value.text) : std::nullopt;
  }
  if (!plain(value)) {
    return std::nullopt;
  }
  if (parameter.type == ParameterType::boolean) {
    const std::optional<bool> flag = to_boolean(value.text);
    return flag ? std::optional<nlohmann::json>(*flag) : std::nullopt;
  }
  const std::optional<double> number = to_number(value.text);
  if (!number || *number < parameter.least || *number > parameter.most) {
    return std::nullopt;
  }
  if (parameter.type == ParameterType::number) {
    return *number;
  }
  const std::optional<std::int64_t> integer = to_integer(value.text);
  return integer ? std::optional<nlohmann::json>(*integer) : std::nullopt;
}

std::optional<std::string> option_value(const Option& option, const Value& value) {
  if (value.kind != Value::Kind::scalar) {
    return std::nullopt;
  }
  switch (option.type) {
    case OptionType::text:
      return value.text;
    case OptionType::choice:
      return std::ranges::count(option.choices, value.text) != 0 ? std::optional(value.text)
                                                                 : std::nullopt;
    case OptionType::boolean:
      return plain(value) && to_boolean(value.text) ? std::optional(value.text) : std::nullopt;
    case OptionType::integer:
      break;
  }
  const std::optional<std::int64_t> integer = plain(value) ? to_integer(value.text) : std::nullopt;
  return integer && *integer >= option.least && *integer <= option.most
             ? std::optional(std::to_string(*integer))
             : std::nullopt;
}

std::string expected(const workload::Parameter& parameter) {
  using workload::ParameterType;
  switch (parameter.type) {
    case ParameterType::boolean:
      return "true or false";
    case ParameterType::choice:
      return "one of " + join(parameter.choices);
    case ParameterType::integer:
    case ParameterType::number:
      break;
  }
  return with_unit(fmt::format("a {} from {} to {}",
                               parameter.type == ParameterType::integer ? "whole number" : "number",
                               bound(parameter.least), bound(parameter.most)),
                   parameter.unit);
}

std::string expected(const Option& option) {
  switch (option.type) {
    case OptionType::boolean:
      return "true or false";
    case OptionType::choice:
      return "one of " + join(option.choices);
    case OptionType::text:
      return "a text";
    case OptionType::integer:
      break;
  }
  using Limits = std::numeric_limits<std::int64_t>;
  std::string text = "a whole number";
  if (option.least != Limits::min()) {
    text += fmt::format(" from {}", option.least);
  }
  if (option.most != Limits::max()) {
    text += fmt::format(" to {}", option.most);
  }
  return with_unit(text, option.unit);
}

std::string choice_suggestion(const workload::Parameter& parameter, const Value& value) {
  const std::string near = nearest(value.text, parameter.choices);
  return near.empty() ? "" : fmt::format("; did you mean {}?", quote(near));
}

std::string choice_suggestion(const Option& option, const Value& value) {
  const std::string near = nearest(value.text, option.choices);
  return near.empty() ? "" : fmt::format("; did you mean {}?", quote(near));
}

std::string found(const Value& value) {
  switch (value.kind) {
    case Value::Kind::null:
      return "nothing";
    case Value::Kind::list:
      return "a list";
    case Value::Kind::map:
      return "a map";
    case Value::Kind::scalar:
      break;
  }
  return value.quoted ? "the text " + quote(value.text) : quote(value.text);
}

}  // namespace assay::matrix
