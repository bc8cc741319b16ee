#include <cmath>

#include "workload/distribution.h"

namespace assay::workload {

namespace {

// This share of the draws falls on this share of the items.
constexpr double exponential_share = 0.95;
constexpr double exponential_range = 0.8571428571;

class Exponential final : public Distribution {
 public:
  explicit Exponential(const Shape& shape) { resize(shape.items); }

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      do {
        item = static_cast<std::uint64_t>(-std::log1p(-random.next_unit()) * mean_);
      } while (item >= items_);
    }
  }

  void resize(std::uint64_t items) override {
    items_ = items;
    mean_ = static_cast<double>(items) * exponential_range / -std::log1p(-exponential_share);
  }

 private:
  std::uint64_t items_ = 1;
  double mean_ = 1;  // of the draws before those beyond the last item are drawn again
};

}  // namespace

std::unique_ptr<Distribution> make_exponential(const Shape& shape) {
  return std::make_unique<Exponential>(shape);
}

}  // namespace assay::workload
