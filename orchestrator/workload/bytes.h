// Reproducible bytes: an endless stream from one 64-bit number, written and compared eight bytes at
// a time. Where two numbers differ, so do their streams; raw bytes do not compress, letters to
// half their size. Not for secrets. Pure functions.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace assay::workload {

// Any bytes.
struct RawBytes {
  template <typename Word>
  static constexpr Word shape(Word word) noexcept {
    return word;
  }
};

// Only the letters a to p, so that the bytes are valid text in every encoding and need no escaping.
struct Letters {
  template <typename Word>
  static constexpr Word shape(Word word) noexcept {
    return (word & 0x0f0f0f0f0f0f0f0fU) + 0x6161616161616161U;
  }
};

namespace stream {

// Word i of a stream is the product of the halves of base + i * first_step, which every vector unit
// has, unlike a product of 64 bits; xor a second such sum, since products have more zeros than
// ones.
inline constexpr std::uint64_t first_step = 0x9e3779b97f4a7c15U;
inline constexpr std::uint64_t second_step = 0xd1b54a32d192ed03U;

template <typename Kind>
constexpr std::uint64_t word(std::uint64_t base, std::uint64_t index) noexcept {
  const std::uint64_t x = base + index * first_step;
  const std::uint64_t y = std::rotl(base, 29) + index * second_step;
  return Kind::shape(((x & 0xffffffffU) * (x >> 32)) ^ y ^ (y >> 32));
}

// Words 2 i and 2 i + 1 at once, for i = 0, 1, …
class Pairs {
 public:
  using Pair = std::uint64_t __attribute__((vector_size(16)));

  explicit Pairs(std::uint64_t base) noexcept
      : x_{base, base + first_step}, y_{std::rotl(base, 29), std::rotl(base, 29) + second_step} {}

  template <typename Kind>
  Pair next() noexcept {
#ifdef __SSE2__
    const auto halves = reinterpret_cast<__m128i>(x_);
    const auto product = reinterpret_cast<Pair>(_mm_mul_epu32(halves, _mm_srli_epi64(halves, 32)));
#else
    const Pair product = (x_ & 0xffffffffU) * (x_ >> 32);
#endif
    const Pair words = Kind::shape(product ^ y_ ^ (y_ >> 32));
    x_ += 2 * first_step;
    y_ += 2 * second_step;
    return words;
  }

 private:
  Pair x_;
  Pair y_;
};

// Calls part(number, offset) for the numbers of 4, 2 and 1 bytes that make up the last rest % 8
// bytes, `offset` being how many of those bytes come before. The number is 0: its type counts.
template <typename Part>
void for_tail(std::size_t rest, Part part) noexcept {
  std::size_t offset = 0;
  if ((rest & 4) != 0) {
    part(std::uint32_t{}, offset);
    offset += 4;
  }
  if ((rest & 2) != 0) {
    part(std::uint16_t{}, offset);
    offset += 2;
  }
  if ((rest & 1) != 0) {
    part(std::uint8_t{}, offset);
  }
}

}  // namespace stream

// Writes the first `size` bytes of the stream of `base`.
template <typename Kind>
void write_stream(std::uint64_t base, char* out, std::size_t size) noexcept {
  std::size_t at = 0;
  stream::Pairs pairs(base);
  for (; at + 16 <= size; at += 16) {
    const auto pair = pairs.next<Kind>();
    std::memcpy(out + at, &pair, 16);
  }
  if (at + 8 <= size) {
    const std::uint64_t word = stream::word<Kind>(base, at / 8);
    std::memcpy(out + at, &word, 8);
    at += 8;
  }
  const std::uint64_t word = stream::word<Kind>(base, at / 8);
  stream::for_tail(size - at, [&](auto part, std::size_t offset) {
    part = static_cast<decltype(part)>(word >> (offset * 8));
    std::memcpy(out + at + offset, &part, sizeof part);
  });
}

// Whether the bytes are the first `size` of the stream of `base`.
template <typename Kind>
bool is_stream(std::uint64_t base, const char* bytes, std::size_t size) noexcept {
  std::size_t at = 0;
  stream::Pairs pairs(base);
  stream::Pairs::Pair differences{};
  for (; at + 16 <= size; at += 16) {
    stream::Pairs::Pair found;
    std::memcpy(&found, bytes + at, 16);
    differences |= found ^ pairs.next<Kind>();
  }
  std::uint64_t difference = differences[0] | differences[1];
  if (at + 8 <= size) {
    std::uint64_t found = 0;
    std::memcpy(&found, bytes + at, 8);
    difference |= found ^ stream::word<Kind>(base, at / 8);
    at += 8;
  }
  const std::uint64_t word = stream::word<Kind>(base, at / 8);
  stream::for_tail(size - at, [&](auto part, std::size_t offset) {
    const auto expected = static_cast<decltype(part)>(word >> (offset * 8));
    std::memcpy(&part, bytes + at + offset, sizeof part);
    difference |= static_cast<std::uint64_t>(part ^ expected);
  });
  return difference == 0;
}

}  // namespace assay::workload
