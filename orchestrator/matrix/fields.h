// Reads the keys of a map and what they hold, turning every surprise into a mistake. A key that is
// absent, or whose value is a mistake, gives nullopt: reading goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/document.h"
#include "matrix/mistakes.h"

namespace assay::matrix {

// Borrows the map and the mistakes.
class Fields {
 public:
  // `what` names the map in messages: "timing", "backend 'pg'". A value that is no map is a
  // mistake; then, and when it is null, no key is there.
  Fields(const Value* map, std::string what, Mistakes& mistakes);

  // The value of a key, or nullptr when absent or null. Also tells finish that the key is known.
  const Value* find(std::string_view key);

  std::optional<bool> boolean(std::string_view key);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<std::chrono::nanoseconds> duration(std::string_view key,
                                                   std::chrono::nanoseconds least,
                                                   std::chrono::nanoseconds most);
  std::optional<std::string> text(std::string_view key);
  std::vector<std::string> texts(std::string_view key);

  // The list of maps under a key; one map alone counts as a list of it.
  std::vector<const Value*> maps(std::string_view key, std::size_t most);

  // A text of letters, digits, '.', '-' and '_', at most 100.
  std::optional<std::string> identifier(std::string_view key);

  // Reports the keys nobody asked for.
  void finish();

  // Where the map stands.
  Origin origin() const { return origin_; }

 private:
  void wrong(const Value& value, std::string_view key, std::string_view expected);

  const Value* map_;
  Origin origin_;
  std::string what_;
  Mistakes& mistakes_;
  std::vector<std::string> known_;
};

// Whether the value is a map; reports it when it is not.
bool check_map(const Value& value, std::string_view what, Mistakes& mistakes);

// Whether the text could be an identifier as above.
bool is_identifier(std::string_view text);

// A map's key or a scalar that must be one of the known words. Reports the mistake and gives false
// when it is not: "unknown workload 'cache.gte'; did you mean 'cache.get'?".
bool check_word(std::string_view word, Origin origin, std::string_view what,
                std::span<const std::string> known, Mistakes& mistakes);

}  // namespace assay::matrix
