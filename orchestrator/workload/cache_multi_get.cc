#include "workload/cache_dataset.h"
#include "workload/definition.h"
#include "workload/history.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

class CacheMultiGet final : public SlottedWork {
 public:
  CacheMultiGet(const Parameters& parameters, const Share& share, std::uint32_t depth,
                Session& session)
      : SlottedWork(slot_count(depth, checked_batch(parameters) * sizeof(KeyText)),
                    parameters.verify()),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        history_(*share.history),
        items_(key_stream(parameters, share)),
        batch_(checked_batch(parameters)),
        indices_(slots() * batch_),
        texts_(slots() * batch_),
        keys_(slots() * batch_) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      keys_[i] = texts_[i].view();
    }
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t slot = first; slot < first + count; ++slot) {
      const auto chosen = std::span(indices_).subspan(slot * batch_, batch_);
      draw_distinct(items_, data_.keys, chosen);
      for (std::size_t i = 0; i < batch_; ++i) {
        data_.texts.write(chosen[i], texts_[slot * batch_ + i]);
      }
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return store_.multi_get(Span(keys_.data() + slot * batch_, batch_), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (status != Status::ok) {
      return outcome_of(status);
    }
    if (reply.values.size() != batch_) {
      return Outcome::wrong_value;
    }
    for (std::size_t i = 0; i < batch_; ++i) {
      const Bytes value = reply.values[i];
      if (value.data() == nullptr) {
        return Outcome::not_found;
      }
      const std::uint64_t index = indices_[slot * batch_ + i];
      const auto version = data_.values.version_of(index, value);
      if (!version || !history_.allows(index, *version)) {
        return Outcome::wrong_value;
      }
    }
    return Outcome::ok;
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  KeyValue& store_;
  CacheDataset data_;
  const History& history_;
  Items items_;
  std::size_t batch_;
  std::vector<std::uint64_t> indices_;  // [slot * batch_ + i]
  std::vector<KeyText> texts_;          // [slot * batch_ + i]
  std::vector<Bytes> keys_;             // [slot * batch_ + i], views of texts_
};

}  // namespace

Definition cache_multi_get() {
  auto parameters = cache_parameters();
  parameters.push_back(batch_parameter());
  return {
      .description = {.name = "cache.multi_get",
                      .component = Component::key_value,
                      .writes = false,
                      .help = "Reads the values of several different keys in one operation.",
                      .parameters = std::move(parameters)},
      .make = make<CacheMultiGet>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
