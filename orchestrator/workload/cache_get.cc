#include "workload/cache_dataset.h"
#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

struct Slot {
  std::uint64_t index;
  KeyText key;
};

class CacheGet final : public SlottedWork {
 public:
  CacheGet(const Parameters& parameters, const Share& share, std::uint32_t depth, Session& session)
      : SlottedWork(slot_count(depth, sizeof(Slot)), parameters.verify()),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        history_(*share.history),
        choice_(parameters, share, data_.keys),
        slots_(slots()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    choice_.refresh();
    for (Slot& slot : std::span(slots_).subspan(first, count)) {
      slot.index = choice_.next();
      data_.texts.write(slot.index, slot.key);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return store_.get(slots_[slot].key.view(), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (status != Status::ok) {
      return outcome_of(status);
    }
    const std::uint64_t index = slots_[slot].index;
    const auto version = data_.values.version_of(index, reply.value);
    return version && history_.allows(index, *version) ? Outcome::ok : Outcome::wrong_value;
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  KeyValue& store_;
  CacheDataset data_;
  const History& history_;
  Choice choice_;
  std::vector<Slot> slots_;  // [slot]
};

}  // namespace

Definition cache_get() {
  return {
      .description = {.name = "cache.get",
                      .component = Component::key_value,
                      .writes = false,
                      .help = "Reads the value of one key that is there.",
                      .parameters = cache_parameters()},
      .make = make<CacheGet>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
