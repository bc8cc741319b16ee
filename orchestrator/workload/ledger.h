// A bounded memory of what a session wrote last, for reading it back afterwards.
// A cache of 1024 places, each holding the newest item that falls on it: exact for few items, a
// sample of the newest for many. Belongs to one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "workload/random.h"
#include "workload/work.h"

namespace assay::workload {

class Ledger {
 public:
  static constexpr std::size_t places = 1024;

  struct Entry {
    std::uint64_t item = none;
    std::uint32_t version = 0;
  };

  Ledger() : entries_(places) {}

  // The write of this version was acknowledged.
  void note(std::uint64_t item, std::uint32_t version) { entries_[place(item)] = {item, version}; }

  // The version noted last; nullopt when there is none, or another item has taken its place.
  std::optional<std::uint32_t> version_of(std::uint64_t item) const {
    const Entry& entry = entries_[place(item)];
    return entry.item == item ? std::optional(entry.version) : std::nullopt;
  }

  // Nobody knows whether a write of the item happened.
  void forget(std::uint64_t item) {
    if (Entry& entry = entries_[place(item)]; entry.item == item) {
      entry = {};
    }
  }

  // What judge(entry) says about at most `most` entries: whether the item is right, or nullopt when
  // that cannot be told, which counts as not checked.
  template <typename Judge>
  Verdict verify(std::uint64_t most, Judge judge) const {
    Verdict verdict;
    for (const Entry& entry : entries_) {
      if (entry.item == none) {
        continue;
      }
      if (most-- == 0) {
        break;
      }
      if (const std::optional<bool> right = judge(entry)) {
        verdict.add({1, *right ? 0U : 1U});
      }
    }
    return verdict;
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  static std::size_t place(std::uint64_t item) { return mix(item) % places; }

  std::vector<Entry> entries_;  // [place]
};

}  // namespace assay::workload
