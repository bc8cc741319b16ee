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

// A range is this many times shorter than the rank that it starts at: then its ranks' weights are
// nearly equal, and few draws are rejected.
constexpr std::uint64_t steepness = 32;

// 2^64 times a chance, as far as a number of 64 bits goes.
std::uint64_t scaled(double chance) {
  const double x = chance * 0x1p64;
  return x < 0x1p64 ? static_cast<std::uint64_t>(x) : std::numeric_limits<std::uint64_t>::max();
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

Zipfian::Zipfian(std::uint64_t n, double theta)
    : theta_(theta),
      n_(n),
      spread_(n),
      reciprocal_(std::numeric_limits<std::uint64_t>::max() / n),
      stride_(stride_for(n)) {
  assert(n >= 1 && n <= std::uint64_t{1} << 32 && theta > 0 && theta < 1);
  build(n);
}

void Zipfian::resize(std::uint64_t n) {
  if (n < spread_) {
    spread_ = n;
    reciprocal_ = std::numeric_limits<std::uint64_t>::max() / n;
    stride_ = stride_for(n);
  }
  n_ = n;
  if (n > built_) {
    build(n + n / 4);
  } else if (n < built_ / 2) {
    build(n);
  }
}

void Zipfian::build(std::uint64_t n) {
  built_ = n;
  ranges_.clear();
  std::vector<double> weights;
  double sum = 0;
  for (std::uint64_t first = 0; first < n;) {
    const std::uint64_t length = std::min(std::max<std::uint64_t>(first / steepness, 1), n - first);
    const auto most = static_cast<double>(first + 1);
    const auto least = static_cast<double>(first + length);
    ranges_.push_back({first, length, scaled(std::pow(most / least, theta_)), 0, 0});
    weights.push_back(static_cast<double>(length) * std::pow(most, -theta_));
    sum += weights.back();
    first += length;
  }
  // Columns hold one range's weight each where all weigh the same; what a lighter one lacks, a
  // heavier one gives.
  std::vector<std::size_t> light;
  std::vector<std::size_t> heavy;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    weights[i] *= static_cast<double>(ranges_.size()) / sum;
    (weights[i] < 1 ? light : heavy).push_back(i);
  }
  while (!light.empty() && !heavy.empty()) {
    const std::size_t taker = light.back();
    const std::size_t giver = heavy.back();
    light.pop_back();
    ranges_[taker].share = scaled(weights[taker]);
    ranges_[taker].alias = giver;
    weights[giver] -= 1 - weights[taker];
    if (weights[giver] < 1) {
      heavy.pop_back();
      light.push_back(giver);
    }
  }
  for (const std::vector<std::size_t>& full : {light, heavy}) {
    for (const std::size_t i : full) {
      ranges_[i].share = std::numeric_limits<std::uint64_t>::max();
      ranges_[i].alias = i;
    }
  }
}

bool Zipfian::keeps(const Range& range, std::uint64_t rank, std::uint64_t chance) const {
  const double weight =
      std::pow(static_cast<double>(range.first + 1) / static_cast<double>(rank + 1), theta_);
  return static_cast<double>(chance) < weight * 0x1p64;
}

std::unique_ptr<Distribution> make_zipfian(const Shape& shape) {
  return std::make_unique<ScrambledZipfian>(shape);
}

std::unique_ptr<Distribution> make_latest(const Shape& shape) {
  return std::make_unique<Latest>(shape);
}

}  // namespace assay::workload
