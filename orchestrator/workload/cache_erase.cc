#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "assay/plain.h"
#include "workload/cache_dataset.h"
#include "workload/definition.h"
#include "workload/load.h"
#include "workload/read_back.h"
#include "workload/slotted_work.h"
#include "workload/versions.h"

namespace assay::workload {

namespace {

// The sessions share the keys out among them: session s has the keys s, s + sessions, …, erases
// them in turn, and puts them back when it makes new operations.
class Turns {
 public:
  Turns(const Parameters& parameters, const Share& share)
      : first_(share.session), step_(share.sessions) {
    const auto keys = static_cast<std::uint64_t>(parameters.integer("keys"));
    if (keys < step_) {
      throw parameters.error(fmt::format(
          "each of the {} sessions needs a key of its own to erase, but keys is {}; give more keys",
          step_, keys));
    }
    count_ = (keys - first_ + step_ - 1) / step_;
    next_ = choices_of(share).next() % count_;
  }

  std::uint64_t count() const { return count_; }

  std::uint64_t key(std::uint64_t turn) const { return first_ + turn % count_ * step_; }

  std::uint64_t next() { return key(next_++); }

 private:
  std::uint64_t first_;
  std::uint64_t step_;
  std::uint64_t count_ = 0;
  std::uint64_t next_ = 0;
};

// No more slots than keys, so that no key is in two of them.
std::uint32_t erase_slots(const Parameters& parameters, const Share& share) {
  const std::uint64_t most = std::bit_floor(Turns(parameters, share).count());
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(
      slot_count(0, static_cast<std::uint64_t>(parameters.integer("payload"))), most));
}

class CacheErase final : public SlottedWork {
 public:
  // REQUIRES: depth 0.
  CacheErase(const Parameters& parameters, const Share& share, std::uint32_t /*depth*/,
             Session& session)
      : SlottedWork(erase_slots(parameters, share), parameters.verify()),
        session_(session),
        store_(*session.key_value()),
        data_(parameters, share.seed),
        turns_(parameters, share),
        slots_(slots()),
        bytes_(slots() * data_.values.size()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    put_back();
    for (Slot& slot : std::span(slots_).subspan(first, count)) {
      slot.index = turns_.next();
      data_.texts.write(slot.index, slot.key);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    slots_[slot].state = State::unknown;
    return store_.erase(slots_[slot].key.view(), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    if (status == Status::ok) {
      slots_[slot].state = State::erased;
    }
    return outcome_of(status);
  }

  std::uint64_t other_calls() const override { return put_backs_; }

  // What was erased last must be gone, and every other key of this session there as it was loaded.
  Verdict verify(std::uint64_t most) override {
    Verdict verdict;
    std::vector<std::uint64_t> left_out;
    for (const Slot& slot : slots_) {
      if (slot.state == State::there) {
        continue;
      }
      left_out.push_back(slot.index);
      if (slot.state == State::erased && verdict.checked < most) {
        verdict.add({1, version_of(slot.index) ? 1U : 0U});
      }
    }
    std::ranges::sort(left_out);
    for (std::uint64_t turn = 0; turn < turns_.count() && verdict.checked < most; ++turn) {
      const std::uint64_t index = turns_.key(turn);
      if (!std::ranges::binary_search(left_out, index)) {
        verdict.add({1, version_of(index) == Versions::loaded ? 0U : 1U});
      }
    }
    return verdict;
  }

 private:
  enum class State : std::uint8_t { there, erased, unknown };

  struct Slot {
    std::uint64_t index = 0;
    KeyText key{};
    State state = State::there;  // of the key
  };

  void put_back() {
    const std::size_t size = data_.values.size();
    keys_.clear();
    values_.clear();
    for (Slot& slot : slots_) {
      if (slot.state != State::there) {
        char* const bytes = bytes_.data() + keys_.size() * size;
        data_.values.make(slot.index, Versions::loaded, bytes);
        keys_.push_back(slot.key.view());
        values_.emplace_back(bytes, size);
        slot.state = State::there;
      }
    }
    if (keys_.empty()) {
      return;
    }
    ++put_backs_;
    Reply reply;
    const Status status = Plain(session_).multi_put(keys_, values_, 0, reply);
    if (status != Status::ok) {
      throw failure("putting back", "erased keys", status, session_);
    }
  }

  // Of the value the key has; nullopt when it has none. One that was never written is a number that
  // no write carries.
  std::optional<std::uint32_t> version_of(std::uint64_t index) {
    constexpr std::uint32_t never_written = ~Versions::loaded;
    KeyText key{};
    data_.texts.write(index, key);
    Reply reply;
    if (!is_there(Plain(session_).get(key.view(), reply), session_,
                  fmt::format("key {}", key.view()))) {
      return std::nullopt;
    }
    return data_.values.version_of(index, reply.value).value_or(never_written);
  }

  Session& session_;
  KeyValue& store_;
  CacheDataset data_;
  Turns turns_;
  std::uint64_t put_backs_ = 0;
  std::vector<Slot> slots_;    // [slot]
  std::vector<char> bytes_;    // [i * value size], values that are put back
  std::vector<Bytes> keys_;    // that are put back, views of slots_
  std::vector<Bytes> values_;  // that are put back, views of bytes_
};

}  // namespace

Definition cache_erase() {
  return {
      .description = {.name = "cache.erase",
                      .component = Component::key_value,
                      .writes = true,
                      .help = "Erases one key that is there; between operations, what was erased "
                              "is put back in batches, which takes its part of the ops/s and none "
                              "of the times. Depth 0 only.",
                      .parameters = cache_dataset_parameters(),
                      .depth_0_only = true,
                      .alone = true},
      .make = make<CacheErase>,
      .fill = fill_cache,
  };
}

}  // namespace assay::workload
