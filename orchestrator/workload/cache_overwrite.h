// What the works share that overwrite keys which are there: the keys and values of their slots,
// made ahead, and the reading back. Belongs to one session's thread.
#pragma once

#include <cstdint>
#include <vector>

#include "workload/cache_writes.h"
#include "workload/choice.h"
#include "workload/slotted_work.h"

namespace assay::workload {

class CacheOverwrite : public SlottedWork {
 public:
  void make(std::uint32_t first, std::uint32_t count) final {
    choice_.refresh();
    for (std::size_t i = first; i < first + count; ++i) {
      Overwrite& slot = slots_[i];
      slot.index = choice_.next();
      slot.version = writes_.next_version();
      data_.texts.write(slot.index, slot.key);
      data_.values.make(slot.index, slot.version, values_.data() + i * value_size_);
    }
  }

  Verdict verify(std::uint64_t most) final { return writes_.verify(most, data_, session_); }

 protected:
  // values: how many of the payload's size each slot keeps.
  CacheOverwrite(const Parameters& parameters, const Share& share, std::uint32_t depth,
                 std::uint64_t values, Session& session)
      : SlottedWork(
            slot_count(depth, values * static_cast<std::uint64_t>(parameters.integer("payload"))),
            parameters.verify()),
        session_(session),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        choice_(parameters, share, data_.keys),
        writes_(parameters, share),
        value_size_(data_.values.size()),
        slots_(slots()),
        values_(slots() * value_size_) {}

  Status get(std::uint32_t slot, Reply& reply) {
    return store_.get(slots_[slot].key.view(), reply);
  }

  Status put(std::uint32_t slot, Reply& reply) {
    return store_.put(slots_[slot].key.view(),
                      Bytes(values_.data() + slot * value_size_, value_size_), writes_.ttl_ms(),
                      reply);
  }

  // Whether the bytes are a value that the slot's key may have had before its write.
  bool allows(std::uint32_t slot, Bytes value) const {
    return writes_.allows(data_, slots_[slot].index, value);
  }

  // The slot's write ended. To be called in the order of the writes.
  void ended(std::uint32_t slot, Status status) {
    writes_.ended(slots_[slot].index, slots_[slot].version, status);
  }

 private:
  struct Overwrite {
    std::uint64_t index;
    std::uint32_t version;
    KeyText key;
  };

  Session& session_;
  KeyValue& store_;
  CacheDataset data_;
  Choice choice_;
  CacheWrites writes_;
  std::size_t value_size_;
  std::vector<Overwrite> slots_;  // [slot]
  std::vector<char> values_;      // [slot * value_size_]
};

}  // namespace assay::workload
