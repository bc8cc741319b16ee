#include <algorithm>
#include <cmath>

#include "workload/distribution.h"

namespace assay::workload {

namespace {

class Hotspot final : public Distribution {
 public:
  explicit Hotspot(const Shape& shape)
      : hot_items_(shape.hot_items), hot_operations_(shape.hot_operations) {
    resize(shape.items);
  }

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      item = hot_ == items_ || random.next_unit() < hot_operations_
                 ? among_hot_.draw(random)
                 : hot_ + among_others_.draw(random);
    }
  }

  void resize(std::uint64_t items) override {
    items_ = items;
    hot_ = std::clamp<std::uint64_t>(
        static_cast<std::uint64_t>(std::llround(hot_items_ * static_cast<double>(items))), 1,
        items);
    among_hot_ = Bounded(hot_);
    among_others_ = Bounded(std::max<std::uint64_t>(items - hot_, 1));
  }

 private:
  double hot_items_;
  double hot_operations_;
  std::uint64_t items_ = 1;
  std::uint64_t hot_ = 1;  // items [0, hot_) are hot
  Bounded among_hot_{1};
  Bounded among_others_{1};
};

}  // namespace

std::unique_ptr<Distribution> make_hotspot(const Shape& shape) {
  return std::make_unique<Hotspot>(shape);
}

}  // namespace assay::workload
