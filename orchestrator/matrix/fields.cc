#include "matrix/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "matrix/scalars.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

std::string written(std::chrono::nanoseconds duration) {
  const std::int64_t ns = duration.count();
  if (ns % 60'000'000'000 == 0 && ns != 0) {
    return fmt::format("{}min", ns / 60'000'000'000);
  }
  if (ns % 1'000'000'000 == 0) {
    return fmt::format("{}s", ns / 1'000'000'000);
  }
  return fmt::format("{}ms", ns / 1'000'000);
}

}  // namespace

Fields::Fields(const Value* map, std::string what, Mistakes& mistakes)
    : map_(map), what_(std::move(what)), mistakes_(mistakes) {
  if (map_ != nullptr) {
    origin_ = map_->origin;
    if (map_->kind == Value::Kind::null || !check_map(*map_, what_, mistakes_)) {
      map_ = nullptr;
    }
  }
}

const Value* Fields::find(std::string_view key) {
  if (std::ranges::count(known_, key) == 0) {
    known_.emplace_back(key);
  }
  const Value* const value = map_ == nullptr ? nullptr : map_->find(key);
  return value == nullptr || value->kind == Value::Kind::null ? nullptr : value;
}

void Fields::wrong(const Value& value, std::string_view key, std::string_view expected) {
  mistakes_.add(value.origin, fmt::format("{} must be {}, not {}", key, expected, found(value)));
}

std::optional<bool> Fields::boolean(std::string_view key) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const std::optional<bool> flag = value->quoted ? std::nullopt : to_boolean(value->text);
  if (!flag) {
    wrong(*value, key, "true or false");
  }
  return flag;
}

std::optional<std::int64_t> Fields::integer(std::string_view key, std::int64_t least,
                                            std::int64_t most) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> number = value->quoted ? std::nullopt : to_integer(value->text);
  if (!number || *number < least || *number > most) {
    wrong(*value, key, fmt::format("a whole number from {} to {}", least, most));
    return std::nullopt;
  }
  return number;
}

std::optional<std::chrono::nanoseconds> Fields::duration(std::string_view key,
                                                         std::chrono::nanoseconds least,
                                                         std::chrono::nanoseconds most) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const std::optional<std::chrono::nanoseconds> time = to_duration(value->text);
  if (!time || *time < least || *time > most) {
    wrong(*value, key,
          fmt::format("a duration from {} to {}, written like 500ms, 2s or 1min", written(least),
                      written(most)));
    return std::nullopt;
  }
  return time;
}

std::optional<std::string> Fields::text(std::string_view key) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (value->kind != Value::Kind::scalar) {
    wrong(*value, key, "a text");
    return std::nullopt;
  }
  return value->text;
}

std::vector<std::string> Fields::texts(std::string_view key) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return {};
  }
  std::vector<std::string> all;
  for (const Value& item : each(*value)) {
    if (item.kind != Value::Kind::scalar) {
      wrong(item, key, "a word or a list of words");
    } else if (std::ranges::count(all, item.text) != 0) {
      mistakes_.add(item.origin, fmt::format("{} holds {} twice", key, quote(item.text)));
    } else {
      all.push_back(item.text);
    }
  }
  return all;
}

std::vector<const Value*> Fields::maps(std::string_view key, std::size_t most) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return {};
  }
  std::vector<const Value*> all;
  for (const Value& item : each(*value)) {
    if (item.kind != Value::Kind::map) {
      mistakes_.add(item.origin,
                    fmt::format("{} must be a list of maps, not {}", key, found(item)));
    } else if (all.size() == most) {
      mistakes_.add(item.origin, fmt::format("{} may have at most {} entries", key, most));
      break;
    } else {
      all.push_back(&item);
    }
  }
  return all;
}

std::optional<std::string> Fields::identifier(std::string_view key) {
  const Value* const value = find(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  if (value->kind != Value::Kind::scalar || !is_identifier(value->text)) {
    wrong(*value, key, "a name of letters, digits, '.', '-' and '_', at most 100");
    return std::nullopt;
  }
  return value->text;
}

void Fields::finish() {
  if (map_ == nullptr) {
    return;
  }
  for (const Value::Entry& entry : map_->entries) {
    check_word(entry.key, entry.origin, "key", known_, mistakes_);
  }
}

bool check_map(const Value& value, std::string_view what, Mistakes& mistakes) {
  if (value.kind == Value::Kind::map) {
    return true;
  }
  mistakes.add(value.origin,
               fmt::format("{} must be a map of keys and values, not {}", what, found(value)));
  return false;
}

bool is_identifier(std::string_view text) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  return !text.empty() && text.size() <= 100 &&
         text.find_first_not_of(allowed) == std::string_view::npos && text.front() != '.' &&
         text.front() != '-';
}

bool check_word(std::string_view word, Origin origin, std::string_view what,
                std::span<const std::string> known, Mistakes& mistakes) {
  if (std::ranges::count(known, word) != 0) {
    return true;
  }
  mistakes.add(origin, fmt::format("unknown {} {}{}", what, quote(word), suggestion(word, known)));
  return false;
}

}  // namespace assay::matrix
