#include "workload/cache_writes.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

struct InsertSlot {
  std::uint64_t index;
  KeyText key;
};

class CacheInsert final : public SlottedWork {
 public:
  CacheInsert(const Parameters& parameters, const Share& share, std::uint32_t depth,
              Session& session)
      : SlottedWork(slot_count(depth, static_cast<std::uint64_t>(parameters.integer("payload"))),
                    parameters.verify()),
        session_(session),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        history_(*share.history),
        value_size_(data_.values.size()),
        slots_(slots()),
        values_(slots() * value_size_) {
    history_.will_insert(static_cast<std::int64_t>(data_.keys));
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      InsertSlot& slot = slots_[i];
      slot.index = static_cast<std::uint64_t>(history_.new_id()) - 1;
      data_.texts.write(slot.index, slot.key);
      data_.values.make(slot.index, Versions::loaded, values_.data() + i * value_size_);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return store_.put(slots_[slot].key.view(),
                      Bytes(values_.data() + slot * value_size_, value_size_), 0, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    history_.inserted(static_cast<std::int64_t>(slots_[slot].index) + 1, status);
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override {
    return verify_keys(most, data_, history_, session_);
  }

 private:
  Session& session_;
  KeyValue& store_;
  CacheDataset data_;
  History& history_;
  std::size_t value_size_;
  std::vector<InsertSlot> slots_;  // [slot]
  std::vector<char> values_;       // [slot * value_size_]
};

}  // namespace

Definition cache_insert() {
  return {
      .description = {.name = "cache.insert",
                      .component = Component::key_value,
                      .writes = true,
                      .help = "Stores a key that was not there before.",
                      .parameters = cache_dataset_parameters()},
      .make = make<CacheInsert>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
