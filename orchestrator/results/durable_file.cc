#include "results/durable_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "assay/types.h"

namespace assay::results {

namespace fs = std::filesystem;

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }

  int number() const { return number_; }

 private:
  int number_;
};

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) == 0;
}

bool create_with(const fs::path& file, std::string_view text) {
  constexpr mode_t readable = 0644;
  const Descriptor descriptor(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, readable));
  return descriptor.number() >= 0 && write_all(descriptor.number(), text);
}

}  // namespace

void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems have no sync for folders and say EINVAL.
  if (descriptor.number() < 0 || (::fsync(descriptor.number()) != 0 && errno != EINVAL)) {
    throw Error(fmt::format("cannot sync the folder {}: {}; check its permissions and its disk",
                            folder.string(), std::strerror(errno)));
  }
}

void write_durably(const fs::path& file, std::string_view text) {
  fs::path temporary = file;
  temporary += fmt::format(".{}.tmp", ::getpid());
  if (!create_with(temporary, text) || std::rename(temporary.c_str(), file.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    throw Error(fmt::format("cannot write {}: {}; make room or choose another folder",
                            file.string(), std::strerror(reason)));
  }
  sync_folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
}

}  // namespace assay::results
