#include "results/hold.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "assay/types.h"

namespace assay::results {

namespace {

// "process 4711", as the holder wrote it.
std::string holder(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t got = ::pread(descriptor, text.data(), text.size() - 1, 0);
  const std::string pid = got > 0 ? std::string(text.data(), static_cast<std::size_t>(got)) : "";
  return pid.empty() ? "another process" : "process " + pid.substr(0, pid.find('\n'));
}

}  // namespace

Hold::Hold(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "journal.lock";
  constexpr mode_t readable = 0644;
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, readable);
  if (descriptor_ < 0) {
    throw Error(fmt::format("cannot write in the folder {}: {}; choose another output folder",
                            folder.string(), std::strerror(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const std::string who = holder(descriptor_);
    ::close(descriptor_);
    throw Error(
        fmt::format("the folder {} is in use by {}; wait until that run has ended, or "
                    "choose another output folder",
                    folder.string(), who));
  }
  // Only for the message above: a disk too full for it does not weaken the lock.
  const std::string pid = fmt::format("{}\n", ::getpid());
  if (::ftruncate(descriptor_, 0) == 0) {
    static_cast<void>(!::pwrite(descriptor_, pid.data(), pid.size(), 0));
  }
}

Hold::~Hold() { ::close(descriptor_); }

}  // namespace assay::results
