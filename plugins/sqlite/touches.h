// When keys were last read, kept in memory so that a read writes nothing. Bounded: one entry a
// slot, the newest wins, so of more keys than slots some count as read earlier than they were.
// Keys are known by their hash: two with the same hash share their time of reading, which harms
// nothing but the order of pruning. Thread rule of its session.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "assay/types.h"

namespace assay::sqlite {

class Touches {
 public:
  static constexpr std::size_t slots = 16384;

  // now_ms > 0.
  void touch(Bytes key, std::int64_t now_ms) {
    const std::size_t hash = std::hash<Bytes>()(key);
    entries_[hash % slots] = {hash, now_ms};
    empty_ = false;
  }

  // When the key was last read, 0 if nothing is known.
  std::int64_t last_ms(Bytes key) const {
    const std::size_t hash = std::hash<Bytes>()(key);
    const Entry& entry = entries_[hash % slots];
    return entry.hash == hash ? entry.ms : 0;
  }

  bool empty() const { return empty_; }

  void clear() {
    entries_.assign(slots, {});
    empty_ = true;
  }

 private:
  struct Entry {
    std::size_t hash = 0;
    std::int64_t ms = 0;
  };

  std::vector<Entry> entries_{slots};
  bool empty_ = true;
};

}  // namespace assay::sqlite
