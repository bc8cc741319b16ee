#include "observe/page_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "assay/types.h"

namespace assay::observe {
namespace {

namespace fs = std::filesystem;

class File {
 public:
  explicit File(const fs::path& path) : path_(path), descriptor_(open(path.c_str(), O_RDONLY)) {
    check(descriptor_ >= 0 ? 0 : errno);
  }

  ~File() { close(descriptor_); }

  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }

  // Throws for an error number other than 0.
  void check(int error) const {
    if (error != 0) {
      throw Error(fmt::format("cannot drop {} from the page cache: {}", path_.string(),
                              std::strerror(error)));
    }
  }

 private:
  fs::path path_;
  int descriptor_;
};

template <typename Action>
void for_each_file(const fs::path& folder, const Action& action) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) {
      action(entry.path());
    }
  }
}

std::int64_t cached_bytes(const File& file, std::size_t bytes) {
  if (bytes == 0) {
    return 0;
  }
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  file.check(mapped == MAP_FAILED ? errno : 0);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((bytes + page - 1) / page);
  const int error = mincore(mapped, bytes, pages.data()) == 0 ? 0 : errno;
  munmap(mapped, bytes);
  file.check(error);
  const auto cached =
      std::count_if(pages.begin(), pages.end(), [](unsigned char each) { return (each & 1) != 0; });
  return static_cast<std::int64_t>(std::min(bytes, static_cast<std::size_t>(cached) * page));
}

}  // namespace

CachedFiles cached_files(const fs::path& folder) {
  CachedFiles sum;
  for_each_file(folder, [&](const fs::path& path) {
    const File file(path);
    const std::uintmax_t bytes = fs::file_size(path);
    sum.bytes += static_cast<std::int64_t>(bytes);
    sum.cached_bytes += cached_bytes(file, bytes);
  });
  return sum;
}

CachedFiles drop_page_cache(const fs::path& folder) {
  for_each_file(folder, [](const fs::path& path) {
    const File file(path);
    file.check(fdatasync(file.descriptor()) == 0 ? 0 : errno);
    file.check(posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED));
  });
  return cached_files(folder);
}

}  // namespace assay::observe
