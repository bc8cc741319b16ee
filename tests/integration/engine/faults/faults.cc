// A key-value store in memory that fails where its option `fault` says: what the engine must
// survive. Without a fault it works, in one process.
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "pipelined.h"

namespace faults {

using assay::Bytes;
using assay::Reply;
using assay::Status;

// How long a get takes where that matters.
constexpr unsigned work_us = 500;

// Faults of get come after this many, so that they hit the middle of a run.
constexpr std::uint64_t healthy_gets = 1000;

[[noreturn]] void hang() {
  for (;;) {
    pause();
  }
}

struct Store {
  std::atomic<std::int64_t> calls{0};
  std::atomic<std::int64_t> retries{0};
  bool slow = false;  // each put takes 2 ms
  std::mutex mutex;
  std::map<std::string, std::string, std::less<>> values;
};

class KeyValue final : public assay::KeyValue {
 public:
  KeyValue(Store& store, const std::string& fault) : store_(store), fault_(fault) {}

  Status get(Bytes key, Reply& reply) override {
    if (++gets_ > healthy_gets) {
      fail();
    }
    if (fault_ == "get_times_out" && gets_ % 10 == 0) {
      return Status::timeout;
    }
    if (fault_ == "every_fifth_refused") {
      if (gets_ % 5 == 0) {
        return Status::refused;
      }
      usleep(work_us);
    }
    if (fault_ == "first_try_fails") {
      usleep(work_us);
      ++store_.retries;
      usleep(work_us);
    }
    ++store_.calls;
    if (fault_ == "get_not_found") {
      return Status::not_found;
    }
    const std::lock_guard lock(store_.mutex);
    const auto found = store_.values.find(key);
    if (found == store_.values.end()) {
      return Status::not_found;
    }
    value_ = found->second;
    if (fault_ == "get_wrong" && !value_.empty()) {
      value_.back() = static_cast<char>(value_.back() ^ 1);
    }
    if (fault_ == "first_get_wrong" && gets_ == 1) {
      value_.back() = static_cast<char>(value_.back() ^ 1);
    }
    reply.value = value_;
    return Status::ok;
  }

  Status put(Bytes key, Bytes value, std::int64_t /*ttl_ms*/, Reply& /*reply*/) override {
    ++store_.calls;
    if (store_.slow) {
      usleep(2000);
    }
    store(key, value);
    return Status::ok;
  }

  Status erase(Bytes key, Reply& /*reply*/) override {
    ++store_.calls;
    const std::lock_guard lock(store_.mutex);
    return store_.values.erase(std::string(key)) > 0 ? Status::ok : Status::not_found;
  }

  Status increment(Bytes /*key*/, std::int64_t /*by*/, Reply& /*reply*/) override {
    return Status::refused;
  }

  Status multi_get(assay::Span /*keys*/, Reply& /*reply*/) override { return Status::refused; }

  Status multi_put(assay::Span keys, assay::Span values, std::int64_t /*ttl_ms*/,
                   Reply& /*reply*/) override {
    ++store_.calls;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      store(keys[i], values[i]);
    }
    return Status::ok;
  }

 private:
  void store(Bytes key, Bytes value) {
    const std::lock_guard lock(store_.mutex);
    store_.values[std::string(key)] = fault_ == "put_lost" ? "" : std::string(value);
  }

  void fail() const {
    if (fault_ == "get_throws") {
      throw std::runtime_error("the socket is made of cheese");
    }
    if (fault_ == "get_throws_int") {
      throw 42;
    }
    if (fault_ == "get_hangs") {
      hang();
    }
    if (fault_ == "get_crashes") {
      signal(SIGSEGV, SIG_DFL);
      raise(SIGSEGV);
    }
  }

  Store& store_;
  std::string fault_;
  std::string value_;
  std::uint64_t gets_ = 0;
};

class Session final : public assay::Session {
 public:
  // number: 0 for the session that loads the dataset.
  Session(Store& store, const assay::Place& place, std::uint64_t number)
      : fault_(place.setting("fault")),
        durability_(place.durability),
        hang_at_close_(number > 0 && fault_ == "close_hangs"),
        dies_(number == 1 && fault_ == "connection_lost"),
        key_value_(store, fault_),
        pipelined_(key_value_),
        pipelines_(place.depth > 0) {}

  ~Session() override {
    if (hang_at_close_) {
      hang();
    }
  }

  assay::KeyValue* key_value() override {
    return pipelines_ ? static_cast<assay::KeyValue*>(&pipelined_) : &key_value_;
  }

  Bytes last_error() const override { return error_; }

  Status receive() override {
    if (dies_ && ++receives_ > healthy_gets) {
      error_ = "the wire is cut";
      return Status::failed;
    }
    pipelined_.receive();
    return Status::ok;
  }

  bool take(Status& status, Reply& reply) override { return pipelined_.take(status, reply); }

  assay::Facts facts() override {
    return {"1",
            fault_ == "other_durability" ? assay::Durability::async : durability_,
            {{"flush", "lazily"}}};
  }

 private:
  std::string fault_;
  assay::Durability durability_;
  bool hang_at_close_;
  bool dies_;
  KeyValue key_value_;
  Pipelined pipelined_;
  bool pipelines_;
  std::uint64_t receives_ = 0;
  std::string error_;
};

class Plugin final : public assay::Plugin {
 public:
  const assay::Capabilities& capabilities() const override {
    static const assay::Capabilities all{
        .system = "faults",
        .library = "faults",
        .components = {assay::Component::key_value},
        .durability = {{assay::Durability::none, {}},
                       {assay::Durability::process, {}},
                       {assay::Durability::power, {}}},
        .environments = {assay::Environment::embedded, assay::Environment::native},
        .options = {{.name = "fault",
                     .type = assay::OptionType::text,
                     .unit = "",
                     .default_value = "none",
                     .help = "Where to fail."}},
        .max_depth = 16};
    return all;
  }

  assay::Server server(const assay::Place& place) override {
    const std::string& fault = place.setting("fault");
    if (fault == "server_missing") {
      return {"assay-no-such-server", {}};
    }
    if (fault == "server_dies") {
      return {"sh", {"-c", "echo the licence has run out >&2; exit 3"}};
    }
    return {"sleep", {"1000"}};
  }

  bool ready(const assay::Place& place) override {
    if (place.setting("fault") == "ready_hangs") {
      hang();
    }
    return place.setting("fault") == "none";
  }

  void prepare(const assay::Place& place) override {
    const std::string& fault = place.setting("fault");
    if (fault == "prepare_refuses") {
      throw assay::Error("the disk is upside down; turn it");
    }
    if (fault == "prepare_hangs") {
      hang();
    }
    store_.slow = fault == "slow_process";  // this is called in one process only
  }

  std::unique_ptr<assay::Session> open(const assay::Place& place) override {
    // The first session loads the dataset.
    const std::uint64_t number = opened_++;
    const bool first = number == 0;
    const std::string& fault = place.setting("fault");
    std::puts("faults: a session opens");
    if (!first && fault == "open_throws") {
      throw std::runtime_error("no more sessions");
    }
    if (fault == "open_throws_now_and_then" && number % 4 == 3) {
      throw assay::Error("no further connection");
    }
    if (!first && fault == "open_hangs") {
      hang();
    }
    return std::make_unique<Session>(store_, place, number);
  }

  void settle(const assay::Place& place) override {
    if (place.setting("fault") == "settle_throws_int") {
      throw 42;
    }
  }

  std::vector<assay::Counter> counters(const assay::Place& place) override {
    const std::string& fault = place.setting("fault");
    if (fault == "counters_hang") {
      hang();
    }
    const std::int64_t calls = store_.calls;
    if (fault == "counts_too_few") {
      return {{"operations", calls - calls / 10}};
    }
    return {{"operations", fault == "counts_too_many" ? calls + calls / 10 : calls},
            {"retries", store_.retries}};
  }

 private:
  Store store_;
  std::uint64_t opened_ = 0;
};

}  // namespace faults

ASSAY_PLUGIN(faults::Plugin, "faults");
