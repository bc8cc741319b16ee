// What a session has written to the cache dataset: the versions of its writes, which of them were
// acknowledged last, and whether they can be read back. Belongs to one session's thread.
#pragma once

#include <cstdint>

#include "assay/session.h"
#include "workload/cache_dataset.h"
#include "workload/ledger.h"
#include "workload/versions.h"

namespace assay::workload {

class CacheWrites {
 public:
  CacheWrites(const Parameters& parameters, const Share& share)
      : versions_(share), ttl_ms_(parameters.integer("ttl_ms")) {}

  std::int64_t ttl_ms() const { return ttl_ms_; }

  // The version of the next write.
  std::uint32_t next_version() { return versions_.next(); }

  // A write of this key ended. To be called in the order of the writes.
  void ended(std::uint64_t key, std::uint32_t version, Status status) {
    if (status == Status::ok) {
      ledger_.note(key, version);
    } else if (status == Status::unknown || status == Status::failed) {
      ledger_.forget(key);
    }
  }

  // Reads back at most `most` of the keys: each may be right, gone, stale or wrong. One that was
  // written with a time to live under an hour and is gone can have expired: it is not judged.
  Verdict verify(std::uint64_t most, const CacheDataset& data, Session& session) const;

 private:
  Versions versions_;
  Ledger ledger_;
  std::int64_t ttl_ms_;
};

}  // namespace assay::workload
