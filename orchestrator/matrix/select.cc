#include "matrix/select.h"

#include <fmt/format.h>

#include <algorithm>

#include "matrix/matrix.h"
#include "matrix/scalars.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

std::vector<std::string> listed(const std::set<std::string, BySize>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

bool BySize::operator()(const std::string& a, const std::string& b) const {
  const std::optional<double> left = to_number(a);
  const std::optional<double> right = to_number(b);
  if (left && right && *left != *right) {
    return *left < *right;
  }
  return left.has_value() != right.has_value() ? left.has_value() : a < b;
}

bool matches(const Cell& cell, const Selector& selector) {
  return std::ranges::all_of(selector, [&](const auto& condition) {
    const auto& [axis, values] = condition;
    const std::optional<std::string> value = axis_value(cell, axis);
    return value && std::ranges::count(values, *value) != 0;
  });
}

Known::Known(std::vector<std::string> axes) : axes_(std::move(axes)) {}

void Known::add(const Cell& cell) {
  for (const std::string& axis : axes_) {
    if (std::optional<std::string> value = axis_value(cell, axis)) {
      values_[axis].insert(*std::move(value));
    }
  }
}

void Known::add(const std::string& axis, const std::string& value) { values_[axis].insert(value); }

bool Known::check_axis(std::string_view axis, Origin origin, Mistakes& mistakes) const {
  if (std::ranges::count(axes_, axis) == 0) {
    // With a plugin that is not known, nobody can say which options it has.
    if (!(guessed_ && axis.starts_with("settings."))) {
      mistakes.add(origin, fmt::format("unknown axis {}{}", quote(axis), suggestion(axis, axes_)));
    }
    return false;
  }
  if (!guessed_ && !values_.contains(std::string(axis))) {
    mistakes.add(origin, fmt::format("no cell has the axis {}", quote(axis)));
    return false;
  }
  return true;
}

std::optional<std::string> Known::check_value(const std::string& axis, const Value& value,
                                              Mistakes& mistakes) const {
  if (value.kind != Value::Kind::scalar) {
    mistakes.add(value.origin,
                 fmt::format("{} must be a word or a list of words, not {}", axis, found(value)));
    return std::nullopt;
  }
  const auto values = values_.find(axis);
  if (values == values_.end()) {
    return value.text;
  }
  if (values->second.contains(value.text)) {
    return value.text;
  }
  const std::optional<double> number = to_number(value.text);
  for (const std::string& each : values->second) {
    if (number && to_number(each) == number) {
      return each;
    }
  }
  mistakes.add(value.origin,
               fmt::format("no cell has the {} {}{}", axis, quote(value.text),
                           suggestion(number ? "" : value.text, listed(values->second))));
  return std::nullopt;
}

std::optional<Selector> read_selector(const Value& map, std::string_view what, const Known& known,
                                      Mistakes& mistakes) {
  if (map.kind != Value::Kind::map) {
    mistakes.add(map.origin,
                 fmt::format("{} must be a map of axes and values, not {}", what, found(map)));
    return std::nullopt;
  }
  Selector selector;
  bool sound = true;
  for (const Value::Entry& entry : map.entries) {
    if (!known.check_axis(entry.key, entry.origin, mistakes)) {
      sound = false;
      continue;
    }
    if (each(entry.value).empty()) {
      mistakes.add(entry.origin, fmt::format("{} in {} is empty; give it at least one value",
                                             quote(entry.key), what));
      sound = false;
    }
    std::vector<std::string>& values = selector[entry.key];
    for (const Value& value : each(entry.value)) {
      const std::optional<std::string> word = known.check_value(entry.key, value, mistakes);
      sound = sound && word.has_value();
      values.push_back(word.value_or(""));
    }
  }
  return sound ? std::optional(selector) : std::nullopt;
}

std::optional<Value> filter_map(std::string_view filter, Origin origin, Mistakes& mistakes) {
  const std::size_t equals = filter.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == filter.size()) {
    mistakes.add(origin, "a filter is written AXIS=VALUE or AXIS=VALUE,VALUE");
    return std::nullopt;
  }
  Value values;
  values.kind = Value::Kind::list;
  values.origin = origin;
  std::string_view rest = filter.substr(equals + 1);
  for (;;) {
    Value value;
    value.kind = Value::Kind::scalar;
    value.origin = origin;
    value.text = rest.substr(0, rest.find(','));
    values.items.push_back(std::move(value));
    if (rest.find(',') == std::string_view::npos) {
      break;
    }
    rest.remove_prefix(rest.find(',') + 1);
  }
  Value map;
  map.kind = Value::Kind::map;
  map.origin = origin;
  map.entries.push_back({std::string(filter.substr(0, equals)), origin, std::move(values)});
  return map;
}

}  // namespace assay::matrix
