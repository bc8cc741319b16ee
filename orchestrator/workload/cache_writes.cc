#include "workload/cache_writes.h"

#include <fmt/format.h>

#include <optional>

#include "assay/plain.h"
#include "workload/read_back.h"

namespace assay::workload {

Verdict verify_keys(std::uint64_t most, const CacheDataset& data, History& history,
                    Session& session, bool may_expire) {
  Plain plain(session);
  const auto judge = [&](std::uint64_t index) -> std::optional<bool> {
    KeyText key{};
    data.texts.write(index, key);
    Reply reply;
    if (!is_there(plain.get(key.view(), reply), session, fmt::format("key {}", key.view()))) {
      return may_expire ? std::nullopt : std::optional(false);
    }
    const auto version = data.values.version_of(index, reply.value);
    return version && history.allows(index, *version);
  };
  return history.verify(
      most, [&](const Ledger::Entry& entry) { return judge(entry.item); },
      [&](const Ledger::Entry& entry) { return judge(entry.item - 1); });
}

}  // namespace assay::workload
