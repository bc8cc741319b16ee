// What the operating system keeps of files in memory. Any thread.
#pragma once

#include <cstdint>
#include <filesystem>

namespace assay::observe {

struct CachedFiles {
  std::int64_t bytes = 0;         // of all regular files
  std::int64_t cached_bytes = 0;  // of these, in memory: whole pages, as mincore(2) counts them
};

// Looks at all regular files below the folder. Throws Error naming the one that cannot be read.
CachedFiles cached_files(const std::filesystem::path& folder);

// Writes back and drops the page cache of all regular files below the folder, by fdatasync and
// posix_fadvise(POSIX_FADV_DONTNEED); what is mapped by some process, or the device behind a
// virtual machine has, stays. Gives what is left. Throws Error naming the file that cannot be
// dropped.
CachedFiles drop_page_cache(const std::filesystem::path& folder);

}  // namespace assay::observe
