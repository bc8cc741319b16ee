#include "workload/zipfian.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "workload/distribution.h"

namespace assay::workload {

namespace {

class ScrambledZipfian final : public Distribution {
 public:
  explicit ScrambledZipfian(const Shape& shape)
      : theta_(shape.theta), zipfian_(shape.items, shape.theta) {}

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      item = zipfian_.item_of(zipfian_.draw_rank(random));
    }
  }

  void resize(std::uint64_t items) override { zipfian_ = Zipfian(items, theta_); }

 private:
  double theta_;
  Zipfian zipfian_;
};

class Latest final : public Distribution {
 public:
  explicit Latest(const Shape& shape)
      : items_(shape.items), theta_(shape.theta), zipfian_(shape.items, shape.theta) {}

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      item = items_ - 1 - zipfian_.draw_rank(random);
    }
  }

  void resize(std::uint64_t items) override {
    items_ = items;
    zipfian_ = Zipfian(items, theta_);
  }

 private:
  std::uint64_t items_;
  double theta_;
  Zipfian zipfian_;
};

// Multiples of the golden ratio, modulo one, lie as far from each other as multiples can.
std::uint64_t stride_for(std::uint64_t n) {
  auto stride = static_cast<std::uint64_t>(static_cast<double>(n) * 0.6180339887498949);
  stride = std::max<std::uint64_t>(stride, 1);
  while (std::gcd(stride, n) != 1) {
    ++stride;
  }
  return stride;
}

}  // namespace

double zeta(std::uint64_t n, double theta) {
  constexpr std::uint64_t exact = 1000;
  double sum = 0;
  for (std::uint64_t i = 1; i <= std::min(n, exact); ++i) {
    sum += std::pow(static_cast<double>(i), -theta);
  }
  if (n > exact) {
    // Euler and Maclaurin's formula for the rest; its next term is below 1e-12.
    const auto from = static_cast<double>(exact);
    const auto to = static_cast<double>(n);
    sum += (std::pow(to, 1 - theta) - std::pow(from, 1 - theta)) / (1 - theta);
    sum += (std::pow(to, -theta) - std::pow(from, -theta)) / 2;
    sum += theta * (std::pow(from, -theta - 1) - std::pow(to, -theta - 1)) / 12;
  }
  return sum;
}

Zipfian::Zipfian(std::uint64_t n, double theta)
    : n_(n),
      reciprocal_(std::numeric_limits<std::uint64_t>::max() / n),
      stride_(stride_for(n)),
      alpha_(1 / (1 - theta)),
      zeta_n_(zeta(n, theta)),
      two_(1 + std::pow(0.5, theta)),
      eta_(n <= 2 ? 0
                  : (1 - std::pow(2 / static_cast<double>(n), 1 - theta)) / (1 - two_ / zeta_n_)) {
  assert(n >= 1 && n <= std::uint64_t{1} << 32 && theta > 0 && theta < 1);
}

std::uint64_t Zipfian::draw_rank(Random& random) const {
  const double u = random.next_unit();
  const double scaled = u * zeta_n_;
  if (scaled < two_) {
    return scaled < 1 ? 0 : 1;
  }
  const auto rank =
      static_cast<std::uint64_t>(static_cast<double>(n_) * std::pow(eta_ * u - eta_ + 1, alpha_));
  return std::min(rank, n_ - 1);
}

std::unique_ptr<Distribution> make_zipfian(const Shape& shape) {
  return std::make_unique<ScrambledZipfian>(shape);
}

std::unique_ptr<Distribution> make_latest(const Shape& shape) {
  return std::make_unique<Latest>(shape);
}

}  // namespace assay::workload
