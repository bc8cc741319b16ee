// A key-value plugin that loads well, stores honestly, and does one wrong thing on request.
// README.md lists the faults.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "assay/plugin.h"
#include "key_value.h"

namespace faulty {

namespace {

using assay::Bytes;
using assay::Reply;
using assay::Span;
using assay::Status;

constexpr std::uint64_t store_keys = 1U << 17U;
constexpr std::uint64_t store_bytes = 1U << 30U;

std::filesystem::path store_file(const assay::Place& place) {
  return std::filesystem::path(place.folder) / "faulty-values";
}

[[noreturn]] void hang() {
  for (;;) {
    pause();
  }
}

class KeyValue final : public assay::KeyValue {
 public:
  KeyValue(const assay::Place& place, noop::Store& store, noop::SessionCount& count)
      : honest_(store, count),
        count_(count),
        fault_(place.setting("fault")),
        call_(place.setting("call")),
        first_(std::stoll(place.setting("first"))),
        every_(std::stoll(place.setting("every"))),
        stall_(std::stoll(place.setting("stall_ms"))) {}

  Status get(Bytes key, Reply& reply) override {
    if (call_ != "get" || !due(key)) {
      return honest_.get(key, reply);
    }
    return fault([&] { return honest_.get(key, reply); }, reply);
  }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    if (call_ != "put" || !due(key)) {
      return honest_.put(key, value, ttl_ms, reply);
    }
    return fault([&] { return honest_.put(key, value, ttl_ms, reply); }, reply);
  }

  Status erase(Bytes key, Reply& reply) override { return honest_.erase(key, reply); }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    return honest_.increment(key, by, reply);
  }

  Status multi_get(Span keys, Reply& reply) override { return honest_.multi_get(keys, reply); }

  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override {
    return honest_.multi_put(keys, values, ttl_ms, reply);
  }

  const std::string& error() const { return error_; }

 private:
  // Whether this call is one to go wrong.
  bool due(Bytes key) {
    error_.clear();
    if (fault_ == "none") {
      return false;
    }
    ++calls_;
    if (fault_ == "fail_first") {
      return tried_.emplace(key).second;
    }
    return calls_ >= first_ && (calls_ - first_) % every_ == 0;
  }

  template <typename Honest>
  Status fault(Honest honest, Reply& reply) {
    if (fault_ == "throw") {
      throw std::runtime_error("a broken " + call_);
    }
    if (fault_ == "throw_number") {
      throw 42;
    }
    if (fault_ == "hang") {
      hang();
    }
    if (fault_ == "crash") {
      std::abort();
    }
    if (fault_ == "stall") {
      std::this_thread::sleep_for(stall_);
    }
    if (fault_ == "fail" || fault_ == "fail_first") {
      count_.add();
      error_ = "failed on request";
      return Status::failed;
    }
    if (fault_ == "not_found") {
      count_.add();
      return Status::not_found;
    }
    if (fault_ == "idle") {
      return Status::ok;
    }
    const Status status = honest();
    if (fault_ == "wrong_value" && status == Status::ok) {
      wrong_.assign(reply.value);
      if (!wrong_.empty()) {
        wrong_.back() = static_cast<char>(wrong_.back() ^ 1);
      }
      reply.value = wrong_;
    }
    return status;
  }

  noop::StoredKeyValue honest_;
  noop::SessionCount& count_;
  std::string fault_;
  std::string call_;
  std::int64_t first_;
  std::int64_t every_;
  std::chrono::milliseconds stall_;
  std::int64_t calls_ = 0;
  std::set<std::string, std::less<>> tried_;
  std::string wrong_;
  std::string error_;
};

class Session final : public assay::Session {
 public:
  explicit Session(const assay::Place& place, noop::SessionCount& count)
      : place_(place), store_(store_file(place)), key_value_(place, store_, count) {}

  assay::KeyValue* key_value() override { return &key_value_; }

  Bytes last_error() const override { return key_value_.error(); }

  assay::Facts facts() override {
    const bool lies = place_.setting("fault") == "other_durability";
    return {"faulty 1", lies ? assay::Durability::async : place_.durability, place_.settings};
  }

 private:
  assay::Place place_;
  noop::Store store_;
  KeyValue key_value_;
};

}  // namespace

class Plugin final : public assay::Plugin {
 public:
  const assay::Capabilities& capabilities() const override {
    using assay::OptionType;
    static const assay::Capabilities all{
        .system = "faulty",
        .library = "faulty",
        .components = {assay::Component::key_value},
        .durability = {{assay::Durability::none, {}, ""}, {assay::Durability::process, {}, ""}},
        .environments = {assay::Environment::embedded},
        .options = {
            {"fault",
             OptionType::choice,
             "",
             "none",
             "What goes wrong.",
             {"none", "throw", "throw_number", "hang", "crash", "stall", "fail", "fail_first",
              "not_found", "idle", "wrong_value", "hang_in_prepare", "throw_in_prepare",
              "hang_in_open", "throw_in_open", "crash_in_open", "other_durability", "miscount"}},
            {"call", OptionType::choice, "", "get", "In which call.", {"get", "put"}},
            {"first", OptionType::integer, "", "1", "The first such call that goes wrong.", {}, 1},
            {"every", OptionType::integer, "", "1", "Then every how manyth one.", {}, 1},
            {"stall_ms", OptionType::integer, "ms", "100", "How long a stall takes.", {}, 0}}};
    return all;
  }

  void prepare(const assay::Place& place) override {
    fault_at("prepare", place);
    noop::Store::create(store_file(place), store_keys, store_bytes);
  }

  std::unique_ptr<assay::Session> open(const assay::Place& place) override {
    fault_at("open", place);
    const std::lock_guard lock(mutex_);
    return std::make_unique<Session>(place, counts_.emplace_back());
  }

  std::vector<assay::Counter> counters(const assay::Place& place) override {
    const std::lock_guard lock(mutex_);
    std::int64_t sum = 0;
    for (const noop::SessionCount& each : counts_) {
      sum += each.value();
    }
    return {{"operations", place.setting("fault") == "miscount" ? sum / 2 : sum}};
  }

 private:
  static void fault_at(const std::string& phase, const assay::Place& place) {
    const std::string& fault = place.setting("fault");
    if (fault == "hang_in_" + phase) {
      hang();
    }
    if (fault == "crash_in_" + phase) {
      std::abort();
    }
    if (fault == "throw_in_" + phase) {
      throw assay::Error("no " + phase + " today; try tomorrow");
    }
  }

  std::mutex mutex_;
  std::deque<noop::SessionCount> counts_;
};

}  // namespace faulty

ASSAY_PLUGIN(faulty::Plugin, "faulty");
