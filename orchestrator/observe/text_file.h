// The small text files of /proc and /sys, which may be missing or vanish while they are read.
// Any thread.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace assay::observe {

// The whole file; nullopt when it cannot be opened or read.
std::optional<std::string> read_text(const std::filesystem::path& file);

// Its first line without the line end; nullopt also when that is empty.
std::optional<std::string> first_line(const std::filesystem::path& file);

// What follows "key:" or "key =" at the start of a line, without surrounding blanks; nullopt where
// there is no such line.
std::optional<std::string> value_of(std::string_view text, std::string_view key);

// The decimal number a text begins with; nullopt where it begins with none.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace assay::observe
