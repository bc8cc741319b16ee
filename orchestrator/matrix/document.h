// A YAML text as a tree that remembers where everything was written. Aliases are copies; text is
// not yet given a type. Limits make hostile input fail at once: see parse.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/mistakes.h"

namespace assay::matrix {

struct Value {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  struct Entry;

  Kind kind = Kind::null;
  Origin origin;
  std::string text;            // scalar only
  bool quoted = false;         // scalar only: text even where it looks like a number
  std::vector<Value> items;    // list only
  std::vector<Entry> entries;  // map only, in the file's order, keys unique

  // The value of a map's key, or nullptr.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);
};

struct Value::Entry {
  std::string key;
  Origin origin;
  Value value;
};

// The items of a list, a scalar as a list of itself, nothing of null.
std::span<const Value> each(const Value& value);

// The whole file. Throws Error (wrong_usage) when it cannot be read or is over 1 MB.
std::string read_file(const std::filesystem::path& file);

// One document. `option`: where the text comes from when it is not the file.
// Twice the same key is a mistake, and the first counts. Throws Error (wrong_usage) naming the line
// when the text is not YAML, is nested more than 20 deep, or has more than 20,000 values counting
// every use of an alias.
Value parse(std::string_view text, std::optional<Origin> option, Mistakes& mistakes);

}  // namespace assay::matrix
