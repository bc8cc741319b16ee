// A key-value store in memory, in both forms, with at most one fault: a file generated for each
// plugin names it after "faulty_", "none" for a store that passes. What each fault must make fail
// is in faulty_plugin_test.cc.
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "assay/plugin.h"

extern const char assay_faulty_name[];

namespace faulty {

using assay::Bytes;
using assay::Reply;
using assay::Span;
using assay::Status;

const std::string_view fault = assay_faulty_name + std::string_view("faulty_").size();

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Item {
  std::string value;
  std::int64_t expires_ms = 0;  // 0: never
};

struct Store {
  std::mutex mutex;
  std::map<std::string, Item, std::less<>> items;
};

void misbehave_as(std::string_view crash, std::string_view hang) {
  if (fault == crash) {
    raise(SIGSEGV);
  }
  while (fault == hang) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

// A finished operation, its bytes its own.
struct Done {
  Status status = Status::ok;
  std::string value;
  std::deque<std::optional<std::string>> values;
  std::int64_t number = 0;
};

class Session final : public assay::Session, public assay::KeyValue {
 public:
  Session(Store& store, assay::Place place) : store_(store), place_(std::move(place)) {}

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  ~Session() override {
    if (fault == "crashes_in_flight" && !queue_.empty()) {
      raise(SIGSEGV);
    }
  }

  assay::KeyValue* key_value() override { return fault == "no_key_value" ? nullptr : this; }

  assay::Bytes last_error() const override {
    const bool bad = shown_.status == Status::refused || shown_.status == Status::failed;
    return bad && fault != "no_error_text" ? "no integer" : "";
  }

  assay::Facts facts() override {
    assay::Facts facts{"1", place_.durability, {}};
    if (fault == "other_level") {
      facts.durability = assay::Durability::power;
    }
    if (fault == "tells_a_secret") {
      facts.settings.push_back({"db_password", "hunter2"});
    }
    return facts;
  }

  assay::Wait waits() override { return {-1, false, false, 0}; }

  bool take(Status& status, Reply& reply) override {
    if (queue_.empty()) {
      return false;
    }
    if (fault == "mixes_replies" && queue_.size() > 1) {
      std::swap(queue_[0], queue_[1]);
    }
    shown_ = std::move(queue_.front());
    queue_.pop_front();
    status = show(reply);
    return true;
  }

  Status get(Bytes key, Reply& reply) override {
    misbehave();
    const std::lock_guard lock(store_.mutex);
    const Item* const item = find(key);
    Done done{item == nullptr ? Status::not_found : Status::ok, {}, {}, 0};
    if (item != nullptr) {
      done.value = item->value;
      if (fault == "wrong_value" && done.value.size() == 1000) {
        done.value[999] ^= 1;
      }
    }
    return finish(std::move(done), reply);
  }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    return multi_put({&key, 1}, {&value, 1}, ttl_ms, reply);
  }

  Status erase(Bytes key, Reply& reply) override {
    const std::lock_guard lock(store_.mutex);
    const bool there = find(key) != nullptr;
    if (fault != "keeps_erased") {
      store_.items.erase(std::string(key));
    }
    return finish({there ? Status::ok : Status::not_found, {}, {}, 0}, reply);
  }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    std::unique_lock lock(store_.mutex);
    const Item* const item = find(key);
    std::int64_t value = 0;
    if (item != nullptr) {
      const char* const end = item->value.data() + item->value.size();
      const auto [parsed, error] = std::from_chars(item->value.data(), end, value);
      if ((error != std::errc() || parsed != end) && fault != "increments_text") {
        return finish({Status::refused, {}, {}, 0}, reply);
      }
    }
    if (fault == "loses_increments") {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    store_.items[std::string(key)].value = std::to_string(value + by);
    return finish({Status::ok, {}, {}, value + by}, reply);
  }

  Status multi_get(Span keys, Reply& reply) override {
    const std::lock_guard lock(store_.mutex);
    Done done;
    for (const Bytes key : keys) {
      const Item* const item = find(key);
      if (item != nullptr) {
        done.values.emplace_back(item->value);
      } else if (fault == "skips_absent") {
        continue;
      } else {
        done.values.emplace_back();
      }
    }
    return finish(std::move(done), reply);
  }

  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) override {
    const std::lock_guard lock(store_.mutex);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      Item& item = store_.items[std::string(keys[i])];
      item.value = fault == "ends_at_zero" ? values[i].substr(0, values[i].find('\0')) : values[i];
      item.expires_ms = ttl_ms == 0 || fault == "never_expires" ? 0 : now_ms() + ttl_ms;
      if (fault == "expires_early" && ttl_ms != 0) {
        item.expires_ms -= ttl_ms / 2;
      }
    }
    return finish({}, reply);
  }

 private:
  static void misbehave() {
    if (fault == "throws") {
      throw std::runtime_error("the get that throws");
    }
    if (fault == "throws_a_number") {
      throw 42;
    }
    misbehave_as("crashes", "hangs");
  }

  const Item* find(Bytes key) {
    const auto found = store_.items.find(key);
    const bool there = found != store_.items.end() &&
                       (found->second.expires_ms == 0 || found->second.expires_ms > now_ms());
    return there && fault != "always_not_found" ? &found->second : nullptr;
  }

  Status finish(Done done, Reply& reply) {
    if (place_.depth > 0) {
      queue_.push_back(std::move(done));
      return Status::pending;
    }
    shown_ = std::move(done);
    return show(reply);
  }

  Status show(Reply& reply) {
    values_.clear();
    for (const std::optional<std::string>& each : shown_.values) {
      values_.push_back(each ? Bytes(*each) : Bytes());
    }
    reply.value = shown_.value;
    if (fault == "empty_is_absent" && shown_.value.empty()) {
      reply.value = Bytes();
    }
    reply.values = values_;
    reply.number = shown_.number;
    return shown_.status;
  }

  Store& store_;
  assay::Place place_;
  std::deque<Done> queue_;  // replies not yet taken, oldest first
  Done shown_;
  std::vector<Bytes> values_;
};

class Plugin final : public assay::Plugin {
 public:
  Plugin() {
    all_.system = "faulty";
    all_.library = "faulty 1";
    all_.components = {assay::Component::key_value};
    all_.durability = {{assay::Durability::none, {}, {}}};
    all_.environments = {assay::Environment::embedded};
    all_.max_depth = 32;
    assay::Option size;
    size.name = "size";
    size.type = assay::OptionType::integer;
    size.default_value = fault == "bad_default" ? "many" : "1";
    size.help = "Nothing.";
    all_.options = {size};
    if (fault == "hangs_in_ready" || fault == "crashes_in_ready") {
      all_.environments = {assay::Environment::native};
    }
    if (fault == "no_environment") {
      all_.environments = {assay::Environment::container};
    }
    if (fault == "bad_need") {
      all_.durability[0].needs = {{"size", "2"}};
    }
    if (fault == "no_component") {
      all_.components.clear();
    }
  }

  const assay::Capabilities& capabilities() const override { return all_; }

  // A server that does nothing but say which process it is, in the file that a test names.
  assay::Server server(const assay::Place& /*place*/) override {
    return {"sh", {"-c", "echo $$ > \"$ASSAY_FAULTY_SERVER\"; exec sleep 1000"}};
  }

  bool ready(const assay::Place& /*place*/) override {
    while (access(std::getenv("ASSAY_FAULTY_SERVER"), F_OK) != 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    misbehave_as("crashes_in_ready", "hangs_in_ready");
    return true;
  }

  void prepare(const assay::Place& /*place*/) override {
    if (fault == "throws_in_prepare") {
      throw assay::Error("the disk is not to my taste; take another");
    }
  }

  std::unique_ptr<assay::Session> open(const assay::Place& place) override {
    const std::lock_guard lock(mutex_);
    const std::size_t own = fault == "own_store" ? ++opened_ : 0;
    return std::make_unique<Session>(stores_[{place.folder, own}], place);
  }

 private:
  assay::Capabilities all_;
  std::mutex mutex_;
  std::size_t opened_ = 0;
  std::map<std::pair<std::string, std::size_t>, Store> stores_;  // by place
};

}  // namespace faulty

ASSAY_PLUGIN(faulty::Plugin, assay_faulty_name);
