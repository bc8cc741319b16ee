// One connection with its components. Thread rule and ownership as assay/session.h says.
#pragma once

#include <functional>
#include <memory>

#include "assay/session.h"
#include "plugins/sqlite/cache.h"
#include "plugins/sqlite/connection.h"
#include "plugins/sqlite/rows.h"
#include "plugins/sqlite/statements.h"

namespace assay::sqlite {

class SqliteSession final : public Session {
 public:
  // Called with the database when the session ends, for a place whose data lives in it.
  using GiveBack = std::function<void(std::unique_ptr<Database>)>;

  // Throws Error when the place was not prepared.
  SqliteSession(std::unique_ptr<Database> database, const Settings& settings,
                std::atomic<std::int64_t>& transactions, GiveBack give_back);
  ~SqliteSession() override;
  SqliteSession(const SqliteSession&) = delete;
  SqliteSession& operator=(const SqliteSession&) = delete;

  KeyValue* key_value() override { return cache_.get(); }

  Table* table() override { return rows_.get(); }

  Sql* sql() override { return statements_.get(); }

  Bytes last_error() const override { return connection_.last_error(); }

  Facts facts() override;

 private:
  Connection connection_;
  std::unique_ptr<Cache> cache_;            // nullptr where the place is for own statements
  std::unique_ptr<Rows> rows_;              // nullptr where the place has no table
  std::unique_ptr<Statements> statements_;  // nullptr where the place is not for own statements
  GiveBack give_back_;
};

}  // namespace assay::sqlite
