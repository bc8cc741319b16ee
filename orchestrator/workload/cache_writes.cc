#include "workload/cache_writes.h"

#include "assay/plain.h"

namespace assay::workload {

std::uint64_t CacheWrites::verify(std::uint64_t most, const CacheDataset& data,
                                  Session& session) const {
  constexpr std::int64_t hour_ms = 3'600'000;
  const bool may_expire = ttl_ms_ > 0 && ttl_ms_ < hour_ms;
  Plain plain(session);
  return ledger_.count_wrong(most, [&](const Ledger::Entry& entry) {
    KeyText key{};
    data.texts.write(entry.item, key);
    Reply reply;
    const Status status = plain.get(key.view(), reply);
    if (status != Status::ok) {
      return status != Status::not_found || !may_expire;
    }
    const auto version = data.values.version_of(entry.item, reply.value);
    return !version || !versions_.may_follow(entry.version, *version);
  });
}

}  // namespace assay::workload
