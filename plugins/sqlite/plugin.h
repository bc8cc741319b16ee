// The plugin: what SQLite can do, and how its places are made, opened and settled.
// Thread rule as assay/plugin.h says.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "assay/plugin.h"
#include "plugins/sqlite/database.h"

namespace assay::sqlite {

class Sqlite final : public Plugin {
 public:
  Sqlite();

  const Capabilities& capabilities() const override { return capabilities_; }

  void prepare(const Place& place) override;
  std::unique_ptr<Session> open(const Place& place) override;
  void settle(const Place& place) override;

  // "syncs": successful xSync calls; "transactions": committed write transactions.
  std::vector<Counter> counters(const Place& place) override;

 private:
  // Takes the only connection of a place in memory. Throws Error when there is none or it is lent.
  std::unique_ptr<Database> borrow(const std::string& folder);

  Capabilities capabilities_;
  mutable std::mutex mutex_;
  // [folder] what keeps a place in memory alive. nullptr: lent to the one session it can have.
  std::map<std::string, std::unique_ptr<Database>> keepers_;
  std::deque<std::atomic<std::int64_t>> transactions_;  // [session ever opened]
};

}  // namespace assay::sqlite
