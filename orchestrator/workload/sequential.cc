#include "workload/distribution.h"

namespace assay::workload {

namespace {

class Sequential final : public Distribution {
 public:
  explicit Sequential(const Shape& shape) : items_(shape.items) {}

  void draw(Random& random, std::span<std::uint64_t> items) override {
    if (!started_) {
      next_ = Bounded(items_).draw(random);
      started_ = true;
    }
    for (std::uint64_t& item : items) {
      item = next_;
      next_ = next_ + 1 < items_ ? next_ + 1 : 0;
    }
  }

  void resize(std::uint64_t items) override {
    items_ = items;
    next_ = next_ < items ? next_ : 0;
  }

 private:
  std::uint64_t items_;
  std::uint64_t next_ = 0;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<Distribution> make_sequential(const Shape& shape) {
  return std::make_unique<Sequential>(shape);
}

}  // namespace assay::workload
