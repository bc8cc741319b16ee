// A value inside a JSON document together with where it is, so that every complaint names the
// field: "cells[3].repeats[0].seconds is missing". Refers to the document, which must outlive it.
// Any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace assay::results {

class JsonField {
 public:
  JsonField(const nlohmann::json& value, std::string path)
      : value_(&value), path_(std::move(path)) {}

  const nlohmann::json& value() const { return *value_; }

  const std::string& path() const { return path_; }

  // A member of an object. Throws Error when this is no object or has no such member.
  JsonField operator[](const std::string& name) const;

  // The elements of an array. Throws Error when this is none.
  std::vector<JsonField> elements() const;

  // The members of an object. Throws Error when this is none.
  std::vector<std::pair<std::string, JsonField>> members() const;

  // The value as a bool, text, floating-point number or whole number in T's range; throws Error
  // otherwise.
  template <typename T>
  T as() const {
    if constexpr (std::is_same_v<T, bool>) {
      expect(value_->is_boolean(), "true or false");
    } else if constexpr (std::is_same_v<T, std::string>) {
      expect(value_->is_string(), "a text");
    } else if constexpr (std::is_floating_point_v<T>) {
      expect(value_->is_number(), "a number");
    } else if constexpr (std::is_unsigned_v<T>) {
      // A document made in memory may hold a small count as a signed number.
      const bool whole = value_->is_number_unsigned() ||
                         (value_->is_number_integer() && value_->get<std::int64_t>() >= 0);
      expect(whole && value_->get<std::uint64_t>() <= std::numeric_limits<T>::max(),
             "a whole number from 0 on");
    } else {
      static_assert(std::is_same_v<T, std::int64_t>);
      expect(value_->is_number_integer(), "a whole number");
    }
    return value_->get<T>();
  }

  // As `as`, or nullopt where the value is null.
  template <typename T>
  std::optional<T> maybe() const {
    return value_->is_null() ? std::nullopt : std::optional<T>(as<T>());
  }

  // Throws Error "PATH must be WANTED, but is a …" unless it holds.
  void expect(bool holds, std::string_view wanted) const;

 private:
  const nlohmann::json* value_;
  std::string path_;
};

// The text as JSON can hold it: bytes that are no UTF-8 become U+FFFD.
std::string valid_utf8(const std::string& text);

// The number, or null where JSON has no word for it.
nlohmann::json finite(double number);
nlohmann::json finite(const std::optional<double>& number);

}  // namespace assay::results
