#include "results/histogram_blob.h"

#include <cstdint>

#include "assay/types.h"

namespace assay::results {

namespace {

// Seven bits a byte, the lowest first; the highest bit says that more follow.
constexpr unsigned bits = 7;
constexpr std::uint64_t more = 0x80;

void append(std::string& bytes, std::uint64_t value) {
  while (value >= more) {
    bytes += static_cast<char>(value | more);
    value >>= bits;
  }
  bytes += static_cast<char>(value);
}

[[noreturn]] void damaged() {
  throw Error("a histogram in the journal is damaged; begin again in another folder");
}

std::uint64_t take(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += bits) {
    if (bytes.empty()) {
      damaged();
    }
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= (byte & (more - 1)) << shift;
    if (byte < more) {
      return value;
    }
  }
  damaged();
}

}  // namespace

std::string to_blob(const engine::Histogram& histogram) {
  std::string blob;
  if (histogram.count() == 0) {
    return blob;
  }
  const engine::Histogram::Sparse sparse = histogram.sparse();
  append(blob, sparse.overflows);
  append(blob, static_cast<std::uint64_t>(sparse.min_ns));
  append(blob, static_cast<std::uint64_t>(sparse.max_ns));
  append(blob, static_cast<std::uint64_t>(sparse.sum_ns));
  std::uint32_t next = 0;
  for (std::size_t index = 0; index < sparse.buckets.size(); ++index) {
    append(blob, sparse.buckets[index] - next);
    append(blob, sparse.counts[index]);
    next = sparse.buckets[index] + 1;
  }
  return blob;
}

engine::Histogram from_blob(std::string_view blob) {
  engine::Histogram::Sparse sparse;
  if (blob.empty()) {
    return engine::Histogram::from_sparse(sparse);
  }
  sparse.overflows = take(blob);
  sparse.min_ns = static_cast<std::int64_t>(take(blob));
  sparse.max_ns = static_cast<std::int64_t>(take(blob));
  sparse.sum_ns = static_cast<std::int64_t>(take(blob));
  std::uint64_t next = 0;
  while (!blob.empty()) {
    const std::uint64_t bucket = next + take(blob);
    if (bucket >= engine::Histogram::buckets) {
      damaged();
    }
    sparse.buckets.push_back(static_cast<std::uint32_t>(bucket));
    sparse.counts.push_back(take(blob));
    next = bucket + 1;
  }
  return engine::Histogram::from_sparse(sparse);
}

}  // namespace assay::results
