#include "workload/cache_writes.h"

#include <fmt/format.h>

#include <optional>

#include "assay/plain.h"
#include "workload/read_back.h"

namespace assay::workload {

Verdict CacheWrites::verify(std::uint64_t most, const CacheDataset& data, Session& session) const {
  constexpr std::int64_t hour_ms = 3'600'000;
  const bool may_expire = ttl_ms_ > 0 && ttl_ms_ < hour_ms;
  Plain plain(session);
  return ledger_.verify(most, [&](const Ledger::Entry& entry) -> std::optional<bool> {
    KeyText key{};
    data.texts.write(entry.item, key);
    Reply reply;
    if (!is_there(plain.get(key.view(), reply), session, fmt::format("key {}", key.view()))) {
      return may_expire ? std::nullopt : std::optional(false);
    }
    const auto version = data.values.version_of(entry.item, reply.value);
    return version && versions_.may_follow(entry.version, *version);
  });
}

}  // namespace assay::workload
