// Random numbers for choosing keys: fast, seeded, equal on every machine.
// xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021),
// seeded through splitmix64 as its authors advise. Not for secrets.
// A Random belongs to one thread.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace assay::workload {

// A bijection of 64-bit numbers in which every input bit reaches every output bit (the finaliser
// of splitmix64).
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// The upper half of the 128-bit product: maps a random x to [0, y) without a division.
constexpr std::uint64_t multiply_high(std::uint64_t x, std::uint64_t y) noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((Wide{x} * y) >> 64);
}

class Random {
 public:
  // The stream of one session in one round: equal arguments give equal numbers, and any other
  // arguments a stream that has nothing to do with this one.
  constexpr Random(std::uint64_t seed, std::uint64_t session, std::uint64_t round) noexcept {
    std::uint64_t x = mix(mix(mix(seed + step) ^ (session + step)) ^ (round + step));
    for (std::uint64_t& word : state_) {
      x += step;
      word = mix(x);
    }
  }

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, 1), of 53 random bits.
  constexpr double next_unit() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;

  std::array<std::uint64_t, 4> state_{};
};

// Uniform draws from [0, bound) without bias: Lemire's multiplication ("Fast random integer
// generation in an interval", 2019), with the threshold of rejection computed once.
class Bounded {
 public:
  // REQUIRES: bound >= 1.
  constexpr explicit Bounded(std::uint64_t bound) noexcept
      : bound_(bound), threshold_((0 - bound) % bound) {}

  constexpr std::uint64_t draw(Random& random) const noexcept {
    for (;;) {
      const std::uint64_t x = random.next();
      if (x * bound_ >= threshold_) {
        return multiply_high(x, bound_);
      }
    }
  }

 private:
  std::uint64_t bound_;
  std::uint64_t threshold_;  // 2^64 mod bound
};

}  // namespace assay::workload
