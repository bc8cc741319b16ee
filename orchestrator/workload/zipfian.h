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

#include "workload/power.h"
#include "workload/random.h"

namespace assay::workload {

// The sum of 1 / i^theta for i in [1, n], to twelve digits and in constant time.
// REQUIRES: n >= 1, 0 < theta < 1.
double zeta(std::uint64_t n, double theta);

class Zipfian {
 public:
  // REQUIRES: n in [1, 2^32], 0 < theta < 1.
  Zipfian(std::uint64_t n, double theta);

  // There are so many ranks from now on. Those that are new are the least popular, and fall on the
  // items of their number; popular items stay so. Under a microsecond where there are
  // more than a thousand.
  void resize(std::uint64_t n);

  // A rank in [0, n).
  std::uint64_t draw_rank(Random& random) const;

  // The item that has this rank; a permutation of [0, n).
  std::uint64_t item_of(std::uint64_t rank) const {
    if (rank >= spread_) {
      return rank;
    }
    const std::uint64_t x = rank * stride_;
    const std::uint64_t rest = x - multiply_high(x, reciprocal_) * spread_;  // in [0, 2 n)
    return rest < spread_ ? rest : rest - spread_;
  }

 private:
  const Power* power_;
  std::uint64_t n_;
  std::uint64_t spread_;      // the ranks below it are spread over as many items
  std::uint64_t reciprocal_;  // floor((2^64 - 1) / spread_)
  std::uint64_t stride_;      // coprime to spread_, near spread_ / the golden ratio
  double theta_;
  double alpha_;
  double head_;  // of the sum of zeta: its exact terms
  double zeta_n_;
  double two_;  // 1 + 0.5^theta: below it, a draw scaled by zeta is rank 0 or 1
  double eta_;
};

}  // namespace assay::workload
