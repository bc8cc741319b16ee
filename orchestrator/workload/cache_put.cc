#include "workload/cache_overwrite.h"
#include "workload/definition.h"

namespace assay::workload {

namespace {

class CachePut final : public CacheOverwrite {
 public:
  CachePut(const Parameters& parameters, const Share& share, std::uint32_t depth, Session& session)
      : CacheOverwrite(parameters, share, depth, 1, session) {}

  Status issue(std::uint32_t slot, Reply& reply) override { return put(slot, reply); }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    ended(slot, status);
    return outcome_of(status);
  }
};

}  // namespace

Definition cache_put() {
  auto parameters = cache_parameters();
  parameters.push_back(ttl_parameter());
  return {
      .description = {.name = "cache.put",
                      .component = Component::key_value,
                      .writes = true,
                      .help = "Overwrites the value of one key that is there with other bytes.",
                      .parameters = std::move(parameters)},
      .make = make<CachePut>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
