#include "workload/cache_writes.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

class CacheMultiPut final : public SlottedWork {
 public:
  CacheMultiPut(const Parameters& parameters, const Share& share, std::uint32_t depth,
                Session& session)
      : SlottedWork(
            slot_count(depth, checked_batch(parameters) *
                                  static_cast<std::uint64_t>(parameters.integer("payload"))),
            parameters.verify()),
        session_(session),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        items_(key_stream(parameters, share)),
        writes_(parameters, share),
        batch_(checked_batch(parameters)),
        versions_(slots()),
        indices_(slots() * batch_),
        texts_(slots() * batch_),
        bytes_(slots() * batch_ * data_.values.size()),
        keys_(slots() * batch_),
        values_(slots() * batch_) {
    const std::size_t size = data_.values.size();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      keys_[i] = texts_[i].view();
      values_[i] = Bytes(bytes_.data() + i * size, size);
    }
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t slot = first; slot < first + count; ++slot) {
      versions_[slot] = writes_.next_version();
      draw_distinct(items_, data_.keys, std::span(indices_).subspan(slot * batch_, batch_));
      for (std::size_t i = slot * batch_; i < (slot + 1) * batch_; ++i) {
        data_.texts.write(indices_[i], texts_[i]);
        data_.values.make(indices_[i], versions_[slot], bytes_.data() + i * data_.values.size());
      }
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return store_.multi_put(Span(keys_.data() + slot * batch_, batch_),
                            Span(values_.data() + slot * batch_, batch_), writes_.ttl_ms(), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    for (std::size_t i = slot * batch_; i < (slot + 1) * batch_; ++i) {
      writes_.ended(indices_[i], versions_[slot], status);
    }
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override { return writes_.verify(most, data_, session_); }

 private:
  Session& session_;
  KeyValue& store_;
  CacheDataset data_;
  Items items_;
  CacheWrites writes_;
  std::size_t batch_;
  std::vector<std::uint32_t> versions_;  // [slot]
  std::vector<std::uint64_t> indices_;   // [slot * batch_ + i]
  std::vector<KeyText> texts_;           // [slot * batch_ + i]
  std::vector<char> bytes_;              // [(slot * batch_ + i) * value size]
  std::vector<Bytes> keys_;              // [slot * batch_ + i], views of texts_
  std::vector<Bytes> values_;            // [slot * batch_ + i], views of bytes_
};

}  // namespace

Definition cache_multi_put() {
  auto parameters = cache_parameters();
  parameters.push_back(ttl_parameter());
  parameters.push_back(batch_parameter());
  return {
      .description = {.name = "cache.multi_put",
                      .component = Component::key_value,
                      .writes = true,
                      .help = "Overwrites the values of several different keys in one operation.",
                      .parameters = std::move(parameters)},
      .make = make<CacheMultiPut>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
