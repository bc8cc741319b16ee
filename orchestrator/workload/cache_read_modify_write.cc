#include <string>

#include "workload/cache_overwrite.h"
#include "workload/definition.h"

namespace assay::workload {

namespace {

class CacheReadModifyWrite final : public CacheOverwrite {
 public:
  // REQUIRES: depth 0.
  CacheReadModifyWrite(const Parameters& parameters, const Share& share, std::uint32_t depth,
                       Session& session)
      : CacheOverwrite(parameters, share, depth, 2, session), reads_(slots()) {}

  Status issue(std::uint32_t slot, Reply& reply) override {
    const Status status = get(slot, reply);
    if (status != Status::ok) {
      return status;
    }
    reads_[slot] = reply.value;
    ++other_calls_;
    return put(slot, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    const bool right = status != Status::ok || allows(slot, reads_[slot]);
    ended(slot, status);
    return right ? outcome_of(status) : Outcome::wrong_value;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

 private:
  std::vector<std::string> reads_;  // [slot]
  std::uint64_t other_calls_ = 0;
};

}  // namespace

Definition cache_read_modify_write() {
  auto parameters = cache_parameters();
  parameters.push_back(ttl_parameter());
  return {
      .description =
          {.name = "cache.read_modify_write",
           .component = Component::key_value,
           .writes = true,
           .help = "Reads the value of one key that is there, then overwrites it: two calls, "
                   "measured as one operation. Depth 0 only.",
           .parameters = std::move(parameters),
           .depth_0_only = true},
      .make = make<CacheReadModifyWrite>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
