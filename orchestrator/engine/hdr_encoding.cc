#include "engine/hdr_encoding.h"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cassert>
#include <concepts>

#include "assay/types.h"
#include "engine/histogram.h"

namespace assay::engine {
namespace {

// The low byte of a cookie's base names the version, the 0x10 says "counts are LEB128".
constexpr std::uint32_t counts_cookie = 0x1c849303U | 0x10U;
constexpr std::uint32_t compressed_cookie = 0x1c849304U | 0x10U;
constexpr std::size_t header_bytes = 40;
constexpr std::size_t compressed_header_bytes = 8;
constexpr std::uint32_t digits = 3;

[[noreturn]] void malformed(const std::string& why) {
  throw Error(fmt::format(
      "cannot read an HdrHistogram: {}; it must be encoding V2 with 3 digits from 1 ns", why));
}

template <std::unsigned_integral T>
void put(std::string& bytes, T value) {
  for (std::size_t shift = 8 * sizeof(T); shift > 0; shift -= 8) {
    bytes.push_back(static_cast<char>(value >> (shift - 8) & 255U));
  }
}

// REQUIRES: bytes holds at least sizeof(T).
template <std::unsigned_integral T>
T get(std::string_view& bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value << 8 | static_cast<std::uint8_t>(bytes[i]));
  }
  bytes.remove_prefix(sizeof(T));
  return value;
}

// LEB128 of at most 9 bytes: the ninth holds eight bits and no continuation flag.
void put_zig_zag(std::string& bytes, std::int64_t number) {
  auto value = static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
  for (int i = 0; i < 8 && value >= 128; ++i) {
    bytes.push_back(static_cast<char>(value | 128U));
    value >>= 7;
  }
  bytes.push_back(static_cast<char>(value));
}

std::int64_t get_zig_zag(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < 9; ++i) {
    if (bytes.empty()) {
      malformed("it ends within a count");
    }
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    const bool more = i < 8 && byte >= 128;
    value |= static_cast<std::uint64_t>(more ? byte & 127U : byte) << (7 * i);
    if (!more) {
      break;
    }
  }
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1U) + 1U));
}

}  // namespace

std::string hdr_encode(std::span<const std::uint64_t> counts) {
  std::size_t used = counts.size();
  while (used > 0 && counts[used - 1] == 0) {
    --used;
  }
  std::string numbers;
  for (std::size_t i = 0; i < used;) {
    std::size_t zeros = 0;
    while (counts[i + zeros] == 0) {
      ++zeros;
    }
    assert(counts[i] <= INT64_MAX);
    put_zig_zag(numbers, zeros > 1 ? -static_cast<std::int64_t>(zeros)
                                   : static_cast<std::int64_t>(counts[i]));
    i += zeros > 1 ? zeros : 1;
  }
  std::string bytes;
  put(bytes, counts_cookie);
  put(bytes, static_cast<std::uint32_t>(numbers.size()));
  put(bytes, std::uint32_t{0});  // normalizing index offset
  put(bytes, digits);
  put(bytes, std::uint64_t{1});  // lowest discernible value
  put(bytes, static_cast<std::uint64_t>(Histogram::highest_ns));
  put(bytes, std::bit_cast<std::uint64_t>(1.0));  // integer to double conversion ratio
  return bytes + numbers;
}

std::vector<std::uint64_t> hdr_decode(std::string_view bytes, std::size_t buckets) {
  if (bytes.size() < header_bytes) {
    malformed("its header is cut off");
  }
  if (get<std::uint32_t>(bytes) != counts_cookie) {
    malformed("its inner cookie is another");
  }
  const auto length = get<std::uint32_t>(bytes);
  if (get<std::uint32_t>(bytes) != 0) {
    malformed("its counts are shifted");
  }
  if (get<std::uint32_t>(bytes) != digits || get<std::uint64_t>(bytes) != 1) {
    malformed("its layout is another");
  }
  get<std::uint64_t>(bytes);
  if (std::bit_cast<double>(get<std::uint64_t>(bytes)) != 1.0) {
    malformed("its values are scaled");
  }
  if (length != bytes.size()) {
    malformed(fmt::format("{} bytes of counts are promised, {} are there", length, bytes.size()));
  }
  std::vector<std::uint64_t> counts(buckets);
  std::size_t at = 0;
  std::uint64_t total = 0;
  while (!bytes.empty()) {
    const std::int64_t number = get_zig_zag(bytes);
    const std::uint64_t step = number < 0 ? ~static_cast<std::uint64_t>(number) + 1 : 1;
    if (step > buckets - at) {
      malformed("it holds values above 1 h");
    }
    if (number >= 0) {
      counts[at] = static_cast<std::uint64_t>(number);
      total += counts[at];
      if (total > INT64_MAX) {
        malformed("its counts add up to 2^63 or more");
      }
    }
    at += step;
  }
  return counts;
}

std::string hdr_compress(std::string_view encoded) {
  uLongf size = compressBound(encoded.size());
  std::string stream(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(stream.data()), &size,
                               reinterpret_cast<const Bytef*>(encoded.data()), encoded.size(),
                               Z_DEFAULT_COMPRESSION);
  if (result != Z_OK) {
    throw std::bad_alloc();  // the one failure that is left with a buffer of compressBound
  }
  stream.resize(size);
  std::string bytes;
  put(bytes, compressed_cookie);
  put(bytes, static_cast<std::uint32_t>(size));
  return bytes + stream;
}

std::string hdr_uncompress(std::string_view compressed, std::size_t most_bytes) {
  if (compressed.size() < compressed_header_bytes) {
    malformed("it is cut off");
  }
  if (get<std::uint32_t>(compressed) != compressed_cookie) {
    malformed("its cookie is another");
  }
  const auto length = get<std::uint32_t>(compressed);
  if (length != compressed.size()) {
    malformed(
        fmt::format("{} compressed bytes are promised, {} are there", length, compressed.size()));
  }
  uLongf size = most_bytes;
  uLong read = compressed.size();
  std::string bytes(size, '\0');
  const int result = uncompress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                                 reinterpret_cast<const Bytef*>(compressed.data()), &read);
  if (result != Z_OK || read != compressed.size()) {
    malformed("its zlib stream is damaged or too long");
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace assay::engine
