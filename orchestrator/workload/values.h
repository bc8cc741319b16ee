// The values of a key-value dataset: [4 bytes version][bytes that follow from seed, key, version].
// So any value of at least ten bytes can be verified from its key alone, without shared state, and
// says which write it came from. Immutable, safe from any thread.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>

#include "assay/types.h"
#include "workload/bytes.h"
#include "workload/random.h"

namespace assay::workload {

class Values {
 public:
  static constexpr std::size_t least_bytes = 10;

  // REQUIRES: size >= least_bytes.
  Values(std::uint64_t seed, std::size_t size) : seed_(mix(seed + 1)), size_(size) {
    assert(size >= least_bytes);
  }

  std::size_t size() const { return size_; }

  // Writes size() bytes to `out`. Two versions of a key never have the same bytes.
  void make(std::uint64_t key, std::uint32_t version, char* out) const noexcept {
    std::memcpy(out, &version, sizeof version);
    write_stream<RawBytes>(base(key, version), out + sizeof version, size_ - sizeof version);
  }

  // The version a value of this key carries; nullopt when it is not, to the last byte, one that
  // make() gives.
  std::optional<std::uint32_t> version_of(std::uint64_t key, Bytes value) const noexcept {
    if (value.size() != size_) {
      return std::nullopt;
    }
    std::uint32_t version = 0;
    std::memcpy(&version, value.data(), sizeof version);
    if (!is_stream<RawBytes>(base(key, version), value.data() + sizeof version,
                             size_ - sizeof version)) {
      return std::nullopt;
    }
    return version;
  }

 private:
  std::uint64_t base(std::uint64_t key, std::uint32_t version) const noexcept {
    return mix(seed_ + key * 0xd6e8feb86659fd93U + version * std::uint64_t{0xa0761d6478bd642f});
  }

  std::uint64_t seed_;
  std::size_t size_;
};

}  // namespace assay::workload
