// Zipfian ranks: the item of rank r (from 0) is drawn with probability 1 / ((r + 1)^theta zeta(n)).
// The formula is that of Gray, Sundaresan, Englert, Baclawski and Weinberger, "Quickly generating
// billion-record synthetic databases", SIGMOD 1994, figure "zipf", which YCSB uses as well: exact
// for the two most popular items, and for the others the inverse of the continuous distribution:
// for 10,000 items the share of the r most popular is nowhere off by more than 1.5 % of all draws.
//
// Ranks are then spread over all items, as YCSB's scrambled zipfian does, so that popular items are
// no neighbours; here by a permutation, so that no two ranks fall on one item and the frequencies
// stay those of the formula.
#pragma once

#include <cstdint>

#include "workload/random.h"

namespace assay::workload {

// The sum of 1 / i^theta for i in [1, n], to twelve digits and in constant time.
// REQUIRES: n >= 1, 0 < theta < 1.
double zeta(std::uint64_t n, double theta);

class Zipfian {
 public:
  // REQUIRES: n in [1, 2^32], 0 < theta < 1.
  Zipfian(std::uint64_t n, double theta);

  // A rank in [0, n).
  std::uint64_t draw_rank(Random& random) const;

  // The item that has this rank; a permutation of [0, n).
  std::uint64_t item_of(std::uint64_t rank) const {
    const std::uint64_t x = rank * stride_;
    const std::uint64_t rest = x - multiply_high(x, reciprocal_) * n_;  // in [0, 2 n)
    return rest < n_ ? rest : rest - n_;
  }

 private:
  std::uint64_t n_;
  std::uint64_t reciprocal_;  // floor((2^64 - 1) / n)
  std::uint64_t stride_;      // coprime to n, near n / the golden ratio
  double alpha_;
  double zeta_n_;
  double two_;  // 1 + 0.5^theta: below it, a draw scaled by zeta is rank 0 or 1
  double eta_;
};

}  // namespace assay::workload
