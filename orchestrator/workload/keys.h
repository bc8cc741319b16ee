// The texts of keys: twenty hexadecimal digits of ten random bytes, from seed and index.
// Computed whenever needed: that is as fast as a table in the second-level cache, and needs none
// of the 20 bytes a key that a table would take in every process. Immutable, safe from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "assay/types.h"
#include "workload/random.h"

namespace assay::workload {

struct KeyText {
  static constexpr std::size_t size = 20;

  std::array<char, size> characters;

  Bytes view() const { return {characters.data(), size}; }
};

class KeyTexts {
 public:
  explicit KeyTexts(std::uint64_t seed) : seed_(mix(seed + 2)) {}

  // Different indices have different texts: their first sixteen digits are a bijection of the
  // index.
  void write(std::uint64_t index, KeyText& text) const noexcept {
    const std::uint64_t first = mix(index + seed_);
    const std::uint64_t last = (first * 0x9e3779b97f4a7c15U) >> 48;
    put(first >> 32, 8, text.characters.data());
    put(first, 8, text.characters.data() + 8);
    put(last, 4, text.characters.data() + 16);
  }

 private:
  // Writes the first `digits` digits of the lower half of `bits`: each nibble is moved into a byte
  // of its own, and all bytes are turned into characters at once.
  static void put(std::uint64_t bits, std::size_t digits, char* out) noexcept {
    std::uint64_t nibbles = bits & 0xffffffffU;
    nibbles = (nibbles | nibbles << 16) & 0x0000ffff0000ffffU;
    nibbles = (nibbles | nibbles << 8) & 0x00ff00ff00ff00ffU;
    nibbles = (nibbles | nibbles << 4) & 0x0f0f0f0f0f0f0f0fU;
    const std::uint64_t letters = ((nibbles + 0x0606060606060606U) >> 4) & 0x0101010101010101U;
    const std::uint64_t characters = nibbles + 0x3030303030303030U + letters * ('a' - '9' - 1);
    std::memcpy(out, &characters, digits);
  }

  std::uint64_t seed_;
};

}  // namespace assay::workload
