// The numbers a session's writes carry, and what they tell about a value read back.
// A version is [writer][counter], the writer being the session's number plus one; as many bits go
// to the writer as the block's sessions need, the rest count. Version 0 is what the load wrote.
// Belongs to one thread.
#pragma once

#include <bit>
#include <cstdint>

#include "workload/work.h"

namespace assay::workload {

class Versions {
 public:
  static constexpr std::uint32_t loaded = 0;

  explicit Versions(const Share& share)
      : sessions_(share.sessions),
        writer_(share.session + 1),
        counter_bits_(32 - static_cast<std::uint32_t>(std::bit_width(share.sessions))),
        mask_((std::uint32_t{1} << counter_bits_) - 1) {}

  // Never `loaded`, never that of another session, and never that of the write before.
  std::uint32_t next() { return writer_ << counter_bits_ | (counter_++ & mask_); }

  // Whether `found` may be read where this session's last acknowledged write was `written`:
  // that one, or one of another session. An older one of its own, or the load's, is stale.
  bool may_follow(std::uint32_t written, std::uint32_t found) const {
    const std::uint32_t writer = found >> counter_bits_;
    return found == written || (writer != writer_ && writer != 0 && writer <= sessions_);
  }

  // Whether `found` may be read where nothing is known: what was loaded, a write of this session,
  // or one of another.
  bool may_be(std::uint32_t found) const {
    const std::uint32_t writer = found >> counter_bits_;
    if (writer != writer_) {
      return found == loaded || (writer != 0 && writer <= sessions_);
    }
    return counter_ > mask_ || (found & mask_) < counter_;
  }

 private:
  std::uint32_t sessions_;
  std::uint32_t writer_;
  std::uint32_t counter_bits_;
  std::uint32_t mask_;
  std::uint32_t counter_ = 0;
};

}  // namespace assay::workload
