// The plugin that does next to nothing: what is measured with it is the cost of Assay itself.
#include "assay/plugin.h"

#include <deque>
#include <filesystem>
#include <map>
#include <mutex>

#include "constant_table.h"
#include "key_value.h"
#include "table.h"

namespace noop {

namespace {

using assay::Setting;

std::int64_t number(const assay::Place& place, std::string_view option) {
  return std::stoll(place.setting(option));
}

// The counts of all sessions ever opened. A closed one's is taken on by a later session, so that
// there are no more than were open at once. Thread-safe.
class Counts {
 public:
  SessionCount& take() {
    const std::lock_guard lock(mutex_);
    ++opened_;
    if (free_.empty()) {
      return counts_.emplace_back();
    }
    SessionCount& count = *free_.back();
    free_.pop_back();
    return count;
  }

  void give_back(SessionCount& count) {
    const std::lock_guard lock(mutex_);
    free_.push_back(&count);
  }

  std::vector<assay::Counter> counters() {
    const std::lock_guard lock(mutex_);
    std::int64_t sum = 0;
    for (const SessionCount& each : counts_) {
      sum += each.value();
    }
    return {{"operations", sum}, {"sessions", opened_}};
  }

 private:
  std::mutex mutex_;
  std::deque<SessionCount> counts_;
  std::vector<SessionCount*> free_;
  std::int64_t opened_ = 0;
};

class Session final : public assay::Session {
 public:
  // Borrows the stores, nullptr for constant answers, and the counts.
  Session(const assay::Place& place, Store* values, Store* rows, Counts& counts)
      : counts_(counts),
        count_(counts.take()),
        settings_(place.settings),
        schema_(place.tables.empty() ? assay::TableSchema() : place.tables[0]) {
    const auto value_bytes = static_cast<std::size_t>(number(place, "value_bytes"));
    if (values == nullptr) {
      key_value_ = std::make_unique<ConstantKeyValue>(value_bytes, count_);
      table_ = std::make_unique<ConstantTable>(schema_, value_bytes, count_);
    } else {
      key_value_ = std::make_unique<StoredKeyValue>(*values, count_);
      table_ = std::make_unique<StoredTable>(schema_, *rows, count_);
    }
  }

  ~Session() override { counts_.give_back(count_); }

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  assay::KeyValue* key_value() override { return key_value_.get(); }

  assay::Table* table() override { return schema_.columns.empty() ? nullptr : table_.get(); }

  assay::Bytes last_error() const override { return count_.error(); }

  assay::Facts facts() override {
    return {std::string("noop, built ") + ASSAY_ABI, assay::Durability::none, settings_};
  }

 private:
  Counts& counts_;
  SessionCount& count_;
  std::vector<Setting> settings_;
  assay::TableSchema schema_;
  std::unique_ptr<assay::KeyValue> key_value_;
  std::unique_ptr<assay::Table> table_;
};

}  // namespace

class Plugin final : public assay::Plugin {
 public:
  const assay::Capabilities& capabilities() const override {
    using assay::OptionType;
    static const assay::Capabilities all{
        .system = "noop",
        .library = "noop",
        .components = {assay::Component::key_value, assay::Component::table},
        .durability = {{assay::Durability::none, {}, "nothing is kept beyond the block"}},
        .environments = {assay::Environment::embedded},
        .options = {{.name = "store",
                     .type = OptionType::boolean,
                     .unit = "",
                     .default_value = "true",
                     .help = "Keep what is written, so that answers can be verified; without it "
                             "every answer is constant and verify must be false."},
                    {.name = "keys",
                     .type = OptionType::integer,
                     .unit = "",
                     .default_value = "131072",
                     .help = "Keys or rows the store has room for, at most about twice as many.",
                     .least = 1,
                     .most = 1 << 28},
                    {.name = "store_bytes",
                     .type = OptionType::integer,
                     .unit = "bytes",
                     .default_value = "1073741824",
                     .help = "Room for keys and values; space is taken as it is used.",
                     .least = 4096,
                     .most = std::int64_t{1} << 38},
                    {.name = "value_bytes",
                     .type = OptionType::integer,
                     .unit = "bytes",
                     .default_value = "100",
                     .help = "Size of the constant value answered without a store.",
                     .least = 0,
                     .most = 1 << 26}}};
    return all;
  }

  void prepare(const assay::Place& place) override {
    if (place.setting("store") != "true") {
      return;
    }
    for (const char* file : files) {
      Store::create(std::filesystem::path(place.folder) / file,
                    static_cast<std::uint64_t>(number(place, "keys")),
                    static_cast<std::uint64_t>(number(place, "store_bytes")));
    }
  }

  std::unique_ptr<assay::Session> open(const assay::Place& place) override {
    const std::lock_guard lock(mutex_);
    const bool stored = place.setting("store") == "true";
    Store* values = stored ? &store(place, files[0]) : nullptr;
    Store* rows = stored ? &store(place, files[1]) : nullptr;
    return std::make_unique<Session>(place, values, rows, counts_);
  }

  std::vector<assay::Counter> counters(const assay::Place& /*place*/) override {
    return counts_.counters();
  }

 private:
  static constexpr const char* files[] = {"noop-values", "noop-rows"};

  Store& store(const assay::Place& place, const char* file) {
    const std::filesystem::path path = std::filesystem::path(place.folder) / file;
    std::unique_ptr<Store>& entry = stores_[path];
    if (!entry) {
      entry = std::make_unique<Store>(path);
    }
    return *entry;
  }

  std::mutex mutex_;
  std::map<std::filesystem::path, std::unique_ptr<Store>> stores_;
  Counts counts_;
};

}  // namespace noop

ASSAY_PLUGIN(noop::Plugin, "noop");
