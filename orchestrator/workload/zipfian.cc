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
  explicit ScrambledZipfian(const Shape& shape) : zipfian_(shape.items, shape.theta) {}

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      item = zipfian_.item_of(zipfian_.draw_rank(random));
    }
  }

  void resize(std::uint64_t items) override { zipfian_.resize(items); }

 private:
  Zipfian zipfian_;
};

class Latest final : public Distribution {
 public:
  explicit Latest(const Shape& shape) : items_(shape.items), zipfian_(shape.items, shape.theta) {}

  void draw(Random& random, std::span<std::uint64_t> items) override {
    for (std::uint64_t& item : items) {
      item = items_ - 1 - zipfian_.draw_rank(random);
    }
  }

  void resize(std::uint64_t items) override {
    items_ = items;
    zipfian_.resize(items);
  }

 private:
  std::uint64_t items_;
  Zipfian zipfian_;
};

constexpr std::uint64_t exact_terms = 1000;

double sum_of_terms(std::uint64_t n, double theta) {
  double sum = 0;
  for (std::uint64_t i = 1; i <= n; ++i) {
    sum += std::pow(static_cast<double>(i), -theta);
  }
  return sum;
}

// The terms behind the exact ones, by Euler and Maclaurin's formula; its next term is below 1e-12.
double rest_of_zeta(std::uint64_t n, double theta) {
  if (n <= exact_terms) {
    return 0;
  }
  const auto from = static_cast<double>(exact_terms);
  const auto to = static_cast<double>(n);
  return (std::pow(to, 1 - theta) - std::pow(from, 1 - theta)) / (1 - theta) +
         (std::pow(to, -theta) - std::pow(from, -theta)) / 2 +
         theta * (std::pow(from, -theta - 1) - std::pow(to, -theta - 1)) / 12;
}

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
  return sum_of_terms(std::min(n, exact_terms), theta) + rest_of_zeta(n, theta);
}

Zipfian::Zipfian(std::uint64_t n, double theta)
    : power_(&Power::shared()),
      n_(n),
      spread_(n),
      reciprocal_(std::numeric_limits<std::uint64_t>::max() / n),
      stride_(stride_for(n)),
      theta_(theta),
      alpha_(1 / (1 - theta)),
      head_(sum_of_terms(exact_terms, theta)),
      two_(1 + std::pow(0.5, theta)) {
  assert(n >= 1 && n <= std::uint64_t{1} << 32 && theta > 0 && theta < 1);
  resize(n);
}

void Zipfian::resize(std::uint64_t n) {
  if (n < spread_) {
    spread_ = n;
    reciprocal_ = std::numeric_limits<std::uint64_t>::max() / n;
    stride_ = stride_for(n);
  }
  n_ = n;
  zeta_n_ = n < exact_terms ? sum_of_terms(n, theta_) : head_ + rest_of_zeta(n, theta_);
  eta_ = n <= 2 ? 0 : (1 - std::pow(2 / static_cast<double>(n), 1 - theta_)) / (1 - two_ / zeta_n_);
}

std::uint64_t Zipfian::draw_rank(Random& random) const {
  const double u = random.next_unit();
  const double scaled = u * zeta_n_;
  if (scaled < two_) {
    return scaled < 1 ? 0 : 1;
  }
  const auto rank =
      static_cast<std::uint64_t>(static_cast<double>(n_) * (*power_)(eta_ * u - eta_ + 1, alpha_));
  return std::min(rank, n_ - 1);
}

std::unique_ptr<Distribution> make_zipfian(const Shape& shape) {
  return std::make_unique<ScrambledZipfian>(shape);
}

std::unique_ptr<Distribution> make_latest(const Shape& shape) {
  return std::make_unique<Latest>(shape);
}

}  // namespace assay::workload
