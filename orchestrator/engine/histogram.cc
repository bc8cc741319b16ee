#include "engine/histogram.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "assay/types.h"
#include "engine/base64.h"
#include "engine/hdr_encoding.h"

namespace assay::engine {
namespace {

// A count takes at most 9 bytes.
constexpr std::size_t most_encoded_bytes = 40 + 9 * std::size_t{Histogram::buckets};

// ceil(quantile * count), as if the quantile were the decimal number it was written as:
// 0.07 * 100 is 7.000000000000001 in doubles, and its rank is 7. Within [1, count].
std::uint64_t nearest_rank(double quantile, std::uint64_t count) {
  const long double exact = static_cast<long double>(quantile) * static_cast<long double>(count);
  const long double error = exact * 0x1p-52L;
  const auto rank = static_cast<std::uint64_t>(std::ceil(exact - error));
  return std::clamp<std::uint64_t>(rank, 1, count);
}

}  // namespace

Histogram::Histogram() : counts_(buckets) {}

void Histogram::record_outside(std::int64_t ns) noexcept {
  const bool negative = ns < 0;
  ns = std::max<std::int64_t>(ns, 0);
  ++counts_[negative ? 0 : buckets - 1];
  overflows_ += negative ? 0 : 1;
  ++count_;
  sum_ns_ += static_cast<std::uint64_t>(ns);
  min_ns_ = std::min(min_ns_, ns);
  max_ns_ = std::max(max_ns_, ns);
}

void Histogram::merge(const Histogram& other) {
  std::transform(counts_.begin(), counts_.end(), other.counts_.begin(), counts_.begin(),
                 std::plus<>());
  count_ += other.count_;
  overflows_ += other.overflows_;
  sum_ns_ += other.sum_ns_;
  min_ns_ = std::min(min_ns_, other.min_ns_);
  max_ns_ = std::max(max_ns_, other.max_ns_);
}

void Histogram::clear() { *this = Histogram(); }

double Histogram::mean_ns() const {
  assert(count_ > 0);
  const double mean = static_cast<double>(sum_ns_) / static_cast<double>(count_);
  return std::clamp(mean, static_cast<double>(min_ns_), static_cast<double>(max_ns_));
}

std::int64_t Histogram::at(double quantile) const {
  assert(count_ > 0 && quantile > 0 && quantile <= 1);
  const std::uint64_t rank = nearest_rank(quantile, count_);
  std::uint64_t seen = 0;
  std::uint32_t bucket = 0;
  while ((seen += counts_[bucket]) < rank) {
    ++bucket;
  }
  // The last bucket has no upper bound when it holds what did not fit.
  const bool open = overflows_ > 0 && bucket == buckets - 1;
  return open ? max_ns_ : std::clamp(lower(bucket + 1) - 1, min_ns_, max_ns_);
}

std::uint64_t Histogram::count_over(std::int64_t ns) const {
  const std::uint32_t holding = bucket(std::clamp<std::int64_t>(ns, 0, highest_ns));
  return std::accumulate(counts_.begin() + holding + 1, counts_.end(), std::uint64_t{0});
}

bool Histogram::printable(double quantile) const {
  constexpr std::uint64_t least_beyond = 10;
  return count_ > 0 && count_ - nearest_rank(quantile, count_) >= least_beyond;
}

std::string Histogram::encode() const { return base64_encode(hdr_compress(hdr_encode(counts_))); }

Histogram Histogram::decode(std::string_view text) {
  Histogram result;
  result.counts_ = hdr_decode(hdr_uncompress(base64_decode(text), most_encoded_bytes), buckets);
  for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
    const std::uint64_t held = result.counts_[bucket];
    if (held == 0) {
      continue;
    }
    const std::int64_t highest = lower(bucket + 1) - 1;
    const std::int64_t middle = lower(bucket) + (highest - lower(bucket) + 1) / 2;
    result.count_ += held;
    result.sum_ns_ += held * static_cast<std::uint64_t>(middle);
    result.min_ns_ = std::min(result.min_ns_, lower(bucket));
    result.max_ns_ = highest;
  }
  return result;
}

Histogram::Sparse Histogram::sparse() const {
  Sparse result;
  for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
    if (counts_[bucket] != 0) {
      result.buckets.push_back(bucket);
      result.counts.push_back(counts_[bucket]);
    }
  }
  if (count_ > 0) {
    result.overflows = overflows_;
    result.min_ns = min_ns_;
    result.max_ns = max_ns_;
    result.sum_ns = static_cast<std::int64_t>(sum_ns_);
  }
  return result;
}

Histogram Histogram::from_sparse(const Sparse& sparse) {
  Histogram result;
  if (sparse.buckets.size() != sparse.counts.size()) {
    throw Error("a histogram was sent with " + std::to_string(sparse.buckets.size()) +
                " buckets and " + std::to_string(sparse.counts.size()) +
                " counts; use workers of the same build");
  }
  for (std::size_t i = 0; i < sparse.buckets.size(); ++i) {
    if (sparse.buckets[i] >= buckets) {
      throw Error("a histogram was sent with bucket " + std::to_string(sparse.buckets[i]) + " of " +
                  std::to_string(buckets) + "; use workers of the same build");
    }
    result.counts_[sparse.buckets[i]] += sparse.counts[i];
    result.count_ += sparse.counts[i];
  }
  if (result.count_ > 0) {
    result.overflows_ = sparse.overflows;
    result.min_ns_ = sparse.min_ns;
    result.max_ns_ = sparse.max_ns;
    result.sum_ns_ = static_cast<std::uint64_t>(sparse.sum_ns);
  }
  return result;
}

}  // namespace assay::engine
