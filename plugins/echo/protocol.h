// What echo's plugin and server say to each other. Numbers are in the machine's byte order: both
// ends are on one machine.
//
// Request: u32 size of the rest, u8 Operation, then
//   get, erase   key
//   put          i64 ttl_ms, sized key, value
//   increment    i64 by, key
//   multi_get    u32 count, count sized keys
//   multi_put    i64 ttl_ms, u32 count, count sized keys, count sized values
//   stats        nothing
// Reply: u32 size of the rest, u8 assay::Status, i64 number, u32 count, then count sized values,
// with no_value as the size of an absent one; or, with count 0, one value. In request order.
// "sized" is a u32 size and the bytes; what ends a message needs no size.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "assay/types.h"

namespace echo {

using assay::Bytes;
using assay::Status;

enum class Operation : std::uint8_t { get, put, erase, increment, multi_get, multi_put, stats };

inline constexpr std::uint32_t no_value = 0xFFFFFFFFU;
inline constexpr std::uint32_t most_message_bytes = 256U << 20U;

// Appends one message to a buffer; its size is filled in at the end of the writer's life.
class MessageWriter {
 public:
  explicit MessageWriter(std::string& buffer) : buffer_(buffer), start_(buffer.size()) {
    number(std::uint32_t{0});
  }

  ~MessageWriter() {
    const auto size = static_cast<std::uint32_t>(buffer_.size() - start_ - sizeof(std::uint32_t));
    std::memcpy(buffer_.data() + start_, &size, sizeof(size));
  }

  MessageWriter(const MessageWriter&) = delete;
  MessageWriter& operator=(const MessageWriter&) = delete;

  template <typename Number>
  void number(Number value) {
    buffer_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }

  void bytes(Bytes value) { buffer_.append(value); }

  void sized(Bytes value) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes(value);
  }

 private:
  std::string& buffer_;
  std::size_t start_;
};

// Reads a message's parts in order. Past the end everything is 0 and empty, and good() is false.
class MessageReader {
 public:
  explicit MessageReader(Bytes message) : rest_(message) {}

  template <typename Number>
  Number number() {
    Number value{};
    if (rest_.size() < sizeof(value)) {
      return fail(value);
    }
    std::memcpy(&value, rest_.data(), sizeof(value));
    rest_.remove_prefix(sizeof(value));
    return value;
  }

  Bytes bytes(std::size_t size) {
    if (rest_.size() < size) {
      return fail(Bytes());
    }
    const Bytes value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }

  // data() == nullptr for an absent value.
  Bytes sized() {
    const auto size = number<std::uint32_t>();
    return size == no_value ? Bytes() : bytes(size);
  }

  Bytes rest() const { return rest_; }

  bool good() const { return good_; }

 private:
  template <typename Value>
  Value fail(Value value) {
    good_ = false;
    rest_ = {};
    return value;
  }

  Bytes rest_;
  bool good_ = true;
};

// The first whole message at the start of bytes, without its size; data() == nullptr when more
// bytes are needed.
inline Bytes first_message(Bytes bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof(size)) {
    return {};
  }
  std::memcpy(&size, bytes.data(), sizeof(size));
  return bytes.size() - sizeof(size) < size ? Bytes() : bytes.substr(sizeof(size), size);
}

}  // namespace echo
