// Which items are asked for, and how often: one distribution a file, named in the table of
// distribution.cc. A Distribution belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workload/random.h"

namespace assay::workload {

class Distribution {
 public:
  Distribution() = default;
  Distribution(const Distribution&) = delete;
  Distribution& operator=(const Distribution&) = delete;
  virtual ~Distribution() = default;

  // Fills `items` with draws from [0, the number of items).
  virtual void draw(Random& random, std::span<std::uint64_t> items) = 0;
};

// What a distribution may depend on. Equal for all sessions of a block, so that they agree on which
// items are popular.
struct Shape {
  std::uint64_t items = 1;  // >= 1
  double theta = 0.99;      // zipfian only: skew, in (0, 1)
};

// Every item equally often.
std::unique_ptr<Distribution> make_uniform(const Shape& shape);

// Few items very often: see zipfian.h.
std::unique_ptr<Distribution> make_zipfian(const Shape& shape);

// The distribution of that name. REQUIRES: the name is one of distribution_names().
std::unique_ptr<Distribution> make_distribution(std::string_view name, const Shape& shape);

// The names a matrix may give, the default first.
std::vector<std::string> distribution_names();

// A session's own endless stream of items.
class Items {
 public:
  Items(std::unique_ptr<Distribution> distribution, const Random& random)
      : distribution_(std::move(distribution)), random_(random), buffer_(buffer_size) {}

  std::uint64_t next() {
    if (used_ == buffer_size) {
      distribution_->draw(random_, buffer_);
      used_ = 0;
    }
    return buffer_[used_++];
  }

 private:
  static constexpr std::size_t buffer_size = 64;

  std::unique_ptr<Distribution> distribution_;
  Random random_;
  std::vector<std::uint64_t> buffer_;
  std::size_t used_ = buffer_size;
};

}  // namespace assay::workload
