#include "workload/distribution.h"

namespace assay::workload {

namespace {

class Uniform final : public Distribution {
 public:
  explicit Uniform(const Shape& shape) : bounded_(shape.items) {}

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      item = bounded_.draw(random);
    }
  }

  void resize(std::uint64_t items) override { bounded_ = Bounded(items); }

 private:
  Bounded bounded_;
};

}  // namespace

std::unique_ptr<Distribution> make_uniform(const Shape& shape) {
  return std::make_unique<Uniform>(shape);
}

}  // namespace assay::workload
