#include "plugins/sqlite/sync_counter.h"

#include <sqlite3.h>

#include <array>
#include <atomic>
#include <mutex>

#include "assay/types.h"

namespace assay::sqlite {
namespace {

// A file system's files share few tables of methods: SQLite's has one for databases and one for
// journals. Entries are written under the mutex before any file points at them.
struct Methods {
  const sqlite3_io_methods* original = nullptr;
  sqlite3_io_methods counting{};
};

struct CountingVfs {
  sqlite3_vfs vfs{};
  sqlite3_vfs* base = nullptr;
  std::mutex mutex;
  std::array<Methods, 8> methods;
  std::atomic<std::int64_t> syncs{0};
};

CountingVfs& state() {
  static CountingVfs one;
  return one;
}

// All of the default file system's tables have the same xSync, the first seen.
int (*real_sync)(sqlite3_file*, int) = nullptr;

int count_sync(sqlite3_file* file, int flags) {
  const int result = real_sync(file, flags);
  if (result == SQLITE_OK) {
    state().syncs.fetch_add(1, std::memory_order_relaxed);
  }
  return result;
}

const sqlite3_io_methods* counting(const sqlite3_io_methods* original) {
  CountingVfs& own = state();
  const std::lock_guard lock(own.mutex);
  for (Methods& each : own.methods) {
    if (each.original == original) {
      return &each.counting;
    }
    if (each.original == nullptr && (real_sync == nullptr || real_sync == original->xSync)) {
      real_sync = original->xSync;
      each.counting = *original;
      each.counting.xSync = count_sync;
      each.original = original;
      return &each.counting;
    }
  }
  return nullptr;
}

int open_counting(sqlite3_vfs* /*vfs*/, sqlite3_filename name, sqlite3_file* file, int flags,
                  int* out_flags) {
  sqlite3_vfs* base = state().base;
  const int result = base->xOpen(base, name, file, flags, out_flags);
  if (result != SQLITE_OK || file->pMethods == nullptr) {
    return result;
  }
  const sqlite3_io_methods* methods = counting(file->pMethods);
  if (methods == nullptr) {
    // A sync that nobody counts would make a durable level look unproven: better not to open.
    file->pMethods->xClose(file);
    file->pMethods = nullptr;
    return SQLITE_CANTOPEN;
  }
  file->pMethods = methods;
  return result;
}

const char* register_vfs() {
  CountingVfs& own = state();
  own.base = sqlite3_vfs_find(nullptr);
  if (own.base == nullptr) {
    throw Error("sqlite: the library has no default file system; use a build that has one");
  }
  own.vfs = *own.base;
  own.vfs.pNext = nullptr;
  own.vfs.zName = "assay-counting";
  own.vfs.xOpen = open_counting;
  if (sqlite3_vfs_register(&own.vfs, 0) != SQLITE_OK) {
    throw Error("sqlite: the library refused a file system that counts syncs; out of memory?");
  }
  return own.vfs.zName;
}

}  // namespace

const char* counting_vfs() {
  static const char* const name = register_vfs();
  return name;
}

std::int64_t syncs() { return state().syncs.load(std::memory_order_relaxed); }

}  // namespace assay::sqlite
