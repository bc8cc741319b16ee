// What the cache workloads write, and whether it can be read back.
// Belongs to one session's thread, as the history it borrows.
#pragma once

#include <cstdint>

#include "assay/session.h"
#include "workload/cache_dataset.h"
#include "workload/history.h"

namespace assay::workload {

// Reads back at most `most` of the keys the session has written: each may be right, gone, stale or
// wrong. may_expire: one that is gone is not judged.
Verdict verify_keys(std::uint64_t most, const CacheDataset& data, History& history,
                    Session& session, bool may_expire = false);

// The writes of a workload that overwrites keys with a time to live.
class CacheWrites {
 public:
  CacheWrites(const Parameters& parameters, const Share& share)
      : history_(*share.history), ttl_ms_(parameters.integer("ttl_ms")) {
    history_.will_write();
  }

  std::int64_t ttl_ms() const { return ttl_ms_; }

  // The version of the next write.
  std::uint32_t next_version() { return history_.next_version(); }

  // A write of this key ended. To be called in the order of the writes.
  void ended(std::uint64_t key, std::uint32_t version, Status status) {
    history_.wrote(key, version, status);
  }

  // Whether the bytes are a value that the key may have.
  bool allows(const CacheDataset& data, std::uint64_t key, Bytes value) const {
    const auto version = data.values.version_of(key, value);
    return version && history_.allows(key, *version);
  }

  // verify_keys, where a time to live under an hour may have passed.
  Verdict verify(std::uint64_t most, const CacheDataset& data, Session& session) {
    constexpr std::int64_t hour_ms = 3'600'000;
    return verify_keys(most, data, history_, session, ttl_ms_ > 0 && ttl_ms_ < hour_ms);
  }

 private:
  History& history_;
  std::int64_t ttl_ms_;
};

}  // namespace assay::workload
