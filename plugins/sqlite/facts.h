// What a connection really runs with, asked of SQLite on that very connection.
#pragma once

#include "assay/session.h"
#include "plugins/sqlite/database.h"

namespace assay::sqlite {

// Throws Error when SQLite does not answer.
Facts read_facts(const Database& database, const Settings& settings);

// "SQLite 3.40.1 (source id)", from the library.
std::string library_version();

}  // namespace assay::sqlite
