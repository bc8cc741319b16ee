#include "workload/cache_writes.h"
#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

struct PutSlot {
  std::uint64_t index;
  std::uint32_t version;
  KeyText key;
};

class CachePut final : public SlottedWork {
 public:
  CachePut(const Parameters& parameters, const Share& share, std::uint32_t depth, Session& session)
      : SlottedWork(slot_count(depth, static_cast<std::uint64_t>(parameters.integer("payload"))),
                    parameters.verify()),
        session_(session),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        choice_(parameters, share, data_.keys),
        writes_(parameters, share),
        value_size_(data_.values.size()),
        slots_(slots()),
        values_(slots() * value_size_) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    choice_.refresh();
    for (std::size_t i = first; i < first + count; ++i) {
      PutSlot& slot = slots_[i];
      slot.index = choice_.next();
      slot.version = writes_.next_version();
      data_.texts.write(slot.index, slot.key);
      data_.values.make(slot.index, slot.version, values_.data() + i * value_size_);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return store_.put(slots_[slot].key.view(),
                      Bytes(values_.data() + slot * value_size_, value_size_), writes_.ttl_ms(),
                      reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    writes_.ended(slots_[slot].index, slots_[slot].version, status);
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override { return writes_.verify(most, data_, session_); }

 private:
  Session& session_;
  KeyValue& store_;
  CacheDataset data_;
  Choice choice_;
  CacheWrites writes_;
  std::size_t value_size_;
  std::vector<PutSlot> slots_;  // [slot]
  std::vector<char> values_;    // [slot * value_size_]
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
