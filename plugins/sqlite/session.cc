#include "plugins/sqlite/session.h"

#include "plugins/sqlite/facts.h"

namespace assay::sqlite {

SqliteSession::SqliteSession(std::unique_ptr<Database> database, const Settings& settings,
                             std::atomic<std::int64_t>& transactions, GiveBack give_back)
    : connection_(std::move(database), settings, transactions), give_back_(std::move(give_back)) {
  if (settings.sql) {
    statements_ = std::make_unique<Statements>(connection_);
    return;
  }
  cache_ = std::make_unique<Cache>(connection_);
  if (!settings.tables.empty()) {
    rows_ = std::make_unique<Rows>(connection_, settings.tables.front());
  }
}

SqliteSession::~SqliteSession() {
  // Statements end before the database they were prepared on.
  statements_.reset();
  rows_.reset();
  cache_.reset();
  if (give_back_) {
    give_back_(connection_.release_database());
  }
}

Facts SqliteSession::facts() { return read_facts(connection_.database(), connection_.settings()); }

}  // namespace assay::sqlite
