#include <bit>
#include <numeric>

#include "matrix/matrix.h"

namespace assay::matrix {
namespace {

// SplitMix64, and a Fisher-Yates of our own: the standard's distributions and shuffle differ from
// library to library, and a run must be repeatable anywhere.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }

  // Even over [0, bound): values beyond the last whole multiple of the bound are drawn again.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t leftover = (0 - bound) % bound;  // 2^64 mod bound
    std::uint64_t value = next();
    while (value < leftover) {
      value = next();
    }
    return value % bound;
  }

 private:
  std::uint64_t state_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> rounds(const Matrix& matrix) {
  std::vector<std::vector<std::uint32_t>> order(matrix.rounds);
  for (std::uint32_t round = 0; round < matrix.rounds; ++round) {
    // A generator per round, so that more rounds leave the earlier ones as they were.
    Generator generator(Generator(matrix.seed + round).next() ^ std::rotl(matrix.seed, 32));
    std::vector<std::uint32_t>& cells = order[round];
    cells.resize(matrix.cells.size());
    std::iota(cells.begin(), cells.end(), 0);
    for (std::size_t left = cells.size(); left > 1; --left) {
      std::swap(cells[left - 1], cells[generator.below(left)]);
    }
  }
  return order;
}

}  // namespace assay::matrix
