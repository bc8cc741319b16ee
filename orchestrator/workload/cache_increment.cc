#include <fmt/format.h>

#include "assay/plain.h"
#include "workload/definition.h"
#include "workload/distribution.h"
#include "workload/keys.h"
#include "workload/load.h"
#include "workload/read_back.h"
#include "workload/slotted_work.h"

namespace assay::workload {

namespace {

// Counters are no keys of the other workloads, beside which they may stand in a mix.
constexpr std::uint64_t own_keys = 1'000'003;

// What the load leaves in every counter.
constexpr std::int64_t start_value = 1;

class CacheIncrement final : public SlottedWork {
 public:
  CacheIncrement(const Parameters& parameters, const Share& share, std::uint32_t depth,
                 Session& session)
      : SlottedWork(slot_count(depth, sizeof(std::uint32_t)), parameters.verify()),
        session_(session),
        store_(*session.key_value()),
        counters_(static_cast<std::size_t>(parameters.integer("keys"))),
        random_(choices_of(share)),
        choice_(counters_.size()),
        exact_(share.sessions == 1),
        slots_(slots()) {
    const KeyTexts texts(share.seed + own_keys);
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      texts.write(i, counters_[i].key);
    }
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::uint32_t& slot : std::span(slots_).subspan(first, count)) {
      slot = static_cast<std::uint32_t>(choice_.draw(random_));
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return store_.increment(counters_[slots_[slot]].key.view(), 1, reply);
  }

  // A session sees its counters only grow; alone, by exactly one.
  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    Counter& counter = counters_[slots_[slot]];
    if (status != Status::ok) {
      exact_ = exact_ && status != Status::unknown && status != Status::failed;
      return outcome_of(status);
    }
    const bool right = exact_ ? reply.number == counter.last + 1 : reply.number > counter.last;
    counter.last = reply.number;
    return right ? Outcome::ok : Outcome::wrong_value;
  }

  Verdict verify(std::uint64_t most) override {
    Plain plain(session_);
    Verdict verdict;
    for (const Counter& counter : counters_) {
      if (counter.last == start_value) {
        continue;
      }
      if (most-- == 0) {
        break;
      }
      Reply reply;
      const bool right = is_there(plain.increment(counter.key.view(), 0, reply), session_,
                                  fmt::format("counter {}", counter.key.view())) &&
                         (exact_ ? reply.number == counter.last : reply.number >= counter.last);
      verdict.add({1, right ? 0U : 1U});
    }
    return verdict;
  }

 private:
  struct Counter {
    KeyText key;
    std::int64_t last = start_value;  // the newest number this session was given
  };

  Session& session_;
  KeyValue& store_;
  std::vector<Counter> counters_;  // [key]
  Random random_;
  Bounded choice_;
  bool exact_;                        // nobody else counts, and no increment's fate is unknown
  std::vector<std::uint32_t> slots_;  // [slot] index into counters_
};

void fill_counters(const Parameters& parameters, std::uint64_t seed, Session& session) {
  const KeyTexts texts(seed + own_keys);
  const auto keys = static_cast<std::uint64_t>(parameters.integer("keys"));
  Plain plain(session);
  for (std::uint64_t i = 0; i < keys; ++i) {
    KeyText key{};
    texts.write(i, key);
    Reply reply;
    require_loaded(plain.increment(key.view(), start_value, reply), session,
                   fmt::format("counter {} of {}", i + 1, keys));
  }
}

}  // namespace

Definition cache_increment() {
  return {
      .description = {.name = "cache.increment",
                      .component = Component::key_value,
                      .writes = true,
                      .help = "Adds one to a counter and reads the sum.",
                      .parameters = {{"keys",
                                      ParameterType::integer,
                                      "",
                                      1,
                                      1,
                                      100'000,
                                      {},
                                      "How many counters there are; chosen uniformly."}}},
      .make = make<CacheIncrement>,
      .fill = fill_counters,
  };
}

}  // namespace assay::workload
