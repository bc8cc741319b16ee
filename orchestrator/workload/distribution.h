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

#include "workload/catalogue.h"
#include "workload/parameters.h"
#include "workload/random.h"
#include "workload/work.h"

namespace assay::workload {

class Distribution {
 public:
  Distribution() = default;
  Distribution(const Distribution&) = delete;
  Distribution& operator=(const Distribution&) = delete;
  virtual ~Distribution() = default;

  // Fills `items` with draws from [0, the number of items).
  virtual void draw(Random& random, std::span<std::uint64_t> items) = 0;

  // There are so many items from the next draw on, >= 1. Some nanoseconds, and tens of microseconds
  // each time that the number has grown by a quarter or halved.
  virtual void resize(std::uint64_t items) = 0;
};

// What a distribution may depend on. Equal for all sessions of a block, so that they agree on which
// items are popular.
struct Shape {
  std::uint64_t items = 1;      // >= 1
  double theta = 0.99;          // zipfian and latest: skew, in (0, 1)
  double hot_items = 0.2;       // hotspot: share of the items that is hot, in (0, 1]
  double hot_operations = 0.8;  // hotspot: share of the draws that falls on them, in [0, 1]
};

// Every item equally often.
std::unique_ptr<Distribution> make_uniform(const Shape& shape);

// Few items very often, spread over all: see zipfian.h.
std::unique_ptr<Distribution> make_zipfian(const Shape& shape);

// The newest items (those of the highest numbers) most often: the r-th newest with the zipfian
// probability of rank r (YCSB's SkewedLatestGenerator).
std::unique_ptr<Distribution> make_latest(const Shape& shape);

// hot_operations of the draws fall evenly on the first hot_items of the items, the others evenly on
// the rest (YCSB's HotspotIntegerGenerator).
std::unique_ptr<Distribution> make_hotspot(const Shape& shape);

// One item after the other, around and around, each session from a place of its own.
std::unique_ptr<Distribution> make_sequential(const Shape& shape);

// Item i with a probability that falls as exp(-g i / items), where g is such that 95 % of the draws
// fall on the first 85.7 % of the items (YCSB's ExponentialGenerator with its defaults); what lies
// beyond the last item is drawn again.
std::unique_ptr<Distribution> make_exponential(const Shape& shape);

// The distribution of that name. REQUIRES: the name is one of distribution_names().
std::unique_ptr<Distribution> make_distribution(std::string_view name, const Shape& shape);

// The names a matrix may give, the default first.
std::vector<std::string> distribution_names();

// A session's own endless stream of items.
class Items {
 public:
  Items(std::unique_ptr<Distribution> distribution, const Random& random)
      : distribution_(std::move(distribution)), random_(random), buffer_(buffer_size) {}

  // There are so many items from the next draw on: items drawn ahead are dropped.
  void resize(std::uint64_t items) {
    distribution_->resize(items);
    used_ = buffer_size;
  }

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

// What a matrix may say of the choice of keys or rows: distribution and the numbers of Shape.
// things: what is chosen, "keys".
std::vector<Parameter> distribution_parameters(std::string_view things);

// What a session's work draws its choices from.
Random choices_of(const Share& share);

// A session's stream as those parameters say.
// REQUIRES: the workload declares distribution_parameters.
Items item_stream(const Parameters& parameters, const Share& share, std::uint64_t items);

}  // namespace assay::workload
