// Counts of durations in log-linear buckets: three significant digits from 1 ns to 1 h.
// The layout is HdrHistogram's with lowest 1, highest 3.6e12 and three digits: buckets of 1 ns up
// to 2047 ns, then 1024 buckets an octave. Not thread-safe: one per thread, merged afterwards.
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::engine {

class Histogram {
 public:
  static constexpr std::int64_t highest_ns = 3'600'000'000'000;

  // Index of the bucket that holds a duration in ns, clamped to [0, highest_ns].
  static constexpr std::uint32_t bucket(std::int64_t ns) noexcept {
    const auto value = static_cast<std::uint64_t>(ns);
    if (value < 2048) {
      return static_cast<std::uint32_t>(value);
    }
    const auto shift = static_cast<std::uint32_t>(std::bit_width(value) - 11);
    return (shift << 10) + static_cast<std::uint32_t>(value >> shift);
  }

  // The bucket covers [lower(b), lower(b + 1)) ns.
  static constexpr std::int64_t lower(std::uint32_t bucket) noexcept {
    if (bucket < 2048) {
      return bucket;
    }
    const std::uint32_t shift = (bucket >> 10) - 1;
    return static_cast<std::int64_t>((bucket & 1023U) + 1024U) << shift;
  }

  static const std::uint32_t buckets;

  Histogram();

  // Adds one duration. Above 1 h it is counted in the last bucket and in overflows(); negative ones
  // count as 0; never dropped.
  void record(std::int64_t ns) noexcept {
    if (static_cast<std::uint64_t>(ns) > static_cast<std::uint64_t>(highest_ns)) {
      record_outside(ns);
      return;
    }
    ++counts_[bucket(ns)];
    ++count_;
    sum_ns_ += static_cast<std::uint64_t>(ns);
    min_ns_ = ns < min_ns_ ? ns : min_ns_;
    max_ns_ = ns > max_ns_ ? ns : max_ns_;
  }

  // Adds all of another's counts.
  void merge(const Histogram& other);

  void clear();

  std::uint64_t count() const { return count_; }

  std::uint64_t overflows() const { return overflows_; }

  // Exact. REQUIRES: count() > 0.
  std::int64_t min_ns() const { return min_ns_; }

  std::int64_t max_ns() const { return max_ns_; }

  // Within [min_ns(), max_ns()], whatever rounding does. REQUIRES: count() > 0.
  double mean_ns() const;

  // Nearest rank: the largest value of the first bucket with at least ceil(quantile * count())
  // values at or below it, clamped to [min_ns(), max_ns()]. A rank among the overflows gives
  // max_ns().
  // REQUIRES: 0 < quantile <= 1 and count() > 0.
  std::int64_t at(double quantile) const;

  // How many values lie above ns, to the precision of a bucket.
  std::uint64_t count_over(std::int64_t ns) const;

  // Whether at least 10 values lie beyond the quantile's rank, so that it may be printed.
  bool printable(double quantile) const;

  // HdrHistogram V2, compressed with zlib, base64: what `histogram` holds in results.json.
  std::string encode() const;

  // The reverse. min, max and sum come back to bucket precision, overflows as 0. Throws Error on
  // anything malformed.
  static Histogram decode(std::string_view text);

  // Sparse form for sending: pairs of bucket and count, with the exact figures beside.
  struct Sparse {
    std::vector<std::uint32_t> buckets;
    std::vector<std::uint64_t> counts;
    std::uint64_t overflows = 0;
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    std::int64_t sum_ns = 0;
  };

  Sparse sparse() const;

  // Throws Error when the sparse form names a bucket that there is not.
  static Histogram from_sparse(const Sparse& sparse);

 private:
  void record_outside(std::int64_t ns) noexcept;

  std::vector<std::uint64_t> counts_;  // [bucket]
  std::uint64_t count_ = 0;
  std::uint64_t overflows_ = 0;
  std::uint64_t sum_ns_ = 0;
  std::int64_t min_ns_ = INT64_MAX;
  std::int64_t max_ns_ = INT64_MIN;
};

inline constexpr std::uint32_t Histogram::buckets = Histogram::bucket(Histogram::highest_ns) + 1;

}  // namespace assay::engine
