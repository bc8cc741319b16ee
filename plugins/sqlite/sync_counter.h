// SQLite's default file system with one thing added: it counts the files' successful syncs in this
// process. Only xSync is replaced, in a copy of each file's table of methods, so that every other
// call costs what it always did. Thread-safe.
#pragma once

#include <cstdint>

namespace assay::sqlite {

// The name to open databases with. Registers the file system at the first call.
// Throws Error when SQLite has no default file system.
const char* counting_vfs();

// Syncs since the process started.
std::int64_t syncs();

}  // namespace assay::sqlite
