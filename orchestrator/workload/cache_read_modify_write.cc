#include <string>

#include "workload/cache_writes.h"
#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

struct KeyRewrite {
  std::uint64_t index;
  std::uint32_t version;
  KeyText key;
  std::string read;
};

class CacheReadModifyWrite final : public SlottedWork {
 public:
  CacheReadModifyWrite(const Parameters& parameters, const Share& share, std::uint32_t depth,
                       Session& session)
      : SlottedWork(
            slot_count(depth, 2 * static_cast<std::uint64_t>(parameters.integer("payload"))),
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
      KeyRewrite& slot = slots_[i];
      slot.index = choice_.next();
      slot.version = writes_.next_version();
      data_.texts.write(slot.index, slot.key);
      data_.values.make(slot.index, slot.version, values_.data() + i * value_size_);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    KeyRewrite& one = slots_[slot];
    const Status status = store_.get(one.key.view(), reply);
    if (status != Status::ok) {
      return status;
    }
    one.read = reply.value;
    ++other_calls_;
    return store_.put(one.key.view(), Bytes(values_.data() + slot * value_size_, value_size_),
                      writes_.ttl_ms(), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    const KeyRewrite& one = slots_[slot];
    const bool right = status != Status::ok || writes_.allows(data_, one.index, one.read);
    writes_.ended(one.index, one.version, status);
    return right ? outcome_of(status) : Outcome::wrong_value;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

  Verdict verify(std::uint64_t most) override { return writes_.verify(most, data_, session_); }

 private:
  Session& session_;
  KeyValue& store_;
  CacheDataset data_;
  Choice choice_;
  CacheWrites writes_;
  std::size_t value_size_;
  std::uint64_t other_calls_ = 0;
  std::vector<KeyRewrite> slots_;  // [slot]
  std::vector<char> values_;       // [slot * value_size_]
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
