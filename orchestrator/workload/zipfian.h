// Zipfian ranks: the item of rank r (from 0) is drawn with probability 1 / ((r + 1)^theta zeta(n)),
// where zeta(n) is the sum that makes all of them one.
//
// Exactly so, and in constant time: ranks are grouped into ranges within which they are nearly
// equally popular. A range is drawn by Walker's alias method (Vose, "A linear algorithm for
// generating random numbers with a given distribution", 1991) in proportion to its length times the
// weight of its most popular rank, and a rank within it evenly, which is kept with the chance that
// its own weight is of that one's (von Neumann's rejection) or else all is drawn again.
//
// Ranks are then spread over all items, as YCSB's scrambled zipfian does, so that popular items are
// no neighbours; here by a permutation, so that no two ranks fall on one item and the frequencies
// stay those of the formula.
#pragma once

#include <cstdint>
#include <vector>

#include "workload/random.h"

namespace assay::workload {

class Zipfian {
 public:
  // REQUIRES: n in [1, 2^32], 0 < theta < 1.
  Zipfian(std::uint64_t n, double theta);

  // There are so many ranks from now on. Those that are new are the least popular, and fall on the
  // items of their number; popular items stay so. Some nanoseconds; tens of microseconds each time
  // that n has grown by a quarter or halved.
  void resize(std::uint64_t n);

  // A rank in [0, n).
  std::uint64_t draw_rank(Random& random) const {
    for (;;) {
      const std::uint64_t drawn = random.next();
      const Range* range = &ranges_[multiply_high(drawn, ranges_.size())];
      if (drawn * ranges_.size() > range->share) {
        range = &ranges_[range->alias];
      }
      const std::uint64_t within = random.next();
      const std::uint64_t rank = range->first + multiply_high(within, range->length);
      const std::uint64_t chance = within * range->length;
      if (rank < n_ && (chance <= range->kept || keeps(*range, rank, chance))) {
        return rank;
      }
    }
  }

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
  // Ranks [first, first + length), and the column of the alias table that has the range's number.
  // Chances are in units of 2^-64.
  struct Range {
    std::uint64_t first;
    std::uint64_t length;
    std::uint64_t kept;   // the chance that the least popular rank of the range is kept
    std::uint64_t share;  // the chance that this column stands for this range
    std::uint64_t alias;  // the range that it stands for otherwise
  };

  void build(std::uint64_t n);
  bool keeps(const Range& range, std::uint64_t rank, std::uint64_t chance) const;

  double theta_;
  std::uint64_t n_;
  std::uint64_t built_ = 0;    // the ranges cover the ranks below it
  std::vector<Range> ranges_;  // in the order of ranks
  std::uint64_t spread_;       // the ranks below it are spread over as many items
  std::uint64_t reciprocal_;   // floor((2^64 - 1) / spread_)
  std::uint64_t stride_;       // coprime to spread_, near spread_ / the golden ratio
};

}  // namespace assay::workload
