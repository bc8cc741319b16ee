#include "matrix/override.h"

#include <fmt/format.h>

#include <optional>

#include "matrix/scalars.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

std::vector<std::string> keys_of(std::string_view path) {
  std::vector<std::string> keys;
  for (;;) {
    const std::size_t dot = path.find('.');
    // Names of axes hold dots themselves.
    if (dot == std::string_view::npos || (!keys.empty() && keys.back() == "axes")) {
      keys.emplace_back(path);
      return keys;
    }
    keys.emplace_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
}

// The place below `parent`, made when it is a map's. nullptr with the mistake reported otherwise.
Value* step(Value& parent, const std::string& key, Origin origin, Mistakes& mistakes) {
  if (parent.kind == Value::Kind::list) {
    const std::optional<std::int64_t> index = to_integer(key);
    if (!index || *index < 0 || *index >= static_cast<std::int64_t>(parent.items.size())) {
      mistakes.add(origin, fmt::format("{} is no index into a list of {}, counted from 0",
                                       quote(key), parent.items.size()));
      return nullptr;
    }
    return &parent.items[static_cast<std::size_t>(*index)];
  }
  if (parent.kind == Value::Kind::scalar) {
    mistakes.add(origin, fmt::format("there is nothing below {}, where {} is to be set",
                                     quote(parent.text), quote(key)));
    return nullptr;
  }
  if (parent.kind == Value::Kind::null) {
    parent.kind = Value::Kind::map;
    parent.origin = origin;
  }
  if (Value* const value = parent.find(key)) {
    return value;
  }
  parent.entries.push_back({key, origin, {}});
  return &parent.entries.back().value;
}

}  // namespace

void apply_sets(Value& root, const std::vector<std::string>& sets, Mistakes& mistakes) {
  constexpr std::size_t most_keys = 10;
  for (const std::string& set : sets) {
    const Origin origin = mistakes.option(fmt::format("--set {}", set));
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      mistakes.add(origin, "a setting is written PATH=VALUE, as timing.measure=1s");
      continue;
    }
    const std::vector<std::string> keys = keys_of(std::string_view(set).substr(0, equals));
    if (keys.size() > most_keys) {
      mistakes.add(origin, "the path is deeper than any in a matrix file");
      continue;
    }
    Value* place = &root;
    for (const std::string& key : keys) {
      place = place == nullptr ? nullptr : step(*place, key, origin, mistakes);
    }
    if (place != nullptr) {
      *place = parse(std::string_view(set).substr(equals + 1), origin, mistakes);
      place->origin = origin;
    }
  }
}

}  // namespace assay::matrix
