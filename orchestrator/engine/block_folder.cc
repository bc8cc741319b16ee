#include "engine/block_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "engine/leftovers.h"
#include "engine/owner.h"

namespace assay::engine {
namespace {

// A socket's path has at most 107 bytes; this leaves room for a plugin's own endings.
constexpr std::size_t longest_folder = 70;

std::filesystem::path make_socket_folder() {
  std::error_code ignored;
  std::filesystem::path base = std::filesystem::temp_directory_path(ignored);
  if (ignored || base.string().size() > longest_folder) {
    base = "/tmp";
  }
  std::string pattern = base / (socket_prefix + owner_tag() + "-XXXXXX");
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Error(fmt::format("cannot make a folder for sockets below {}: {}; set TMPDIR to another",
                            base.string(), std::strerror(errno)));
  }
  return pattern;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(fmt::format("cannot make the folder {}: {}; choose another output folder",
                            folder.string(), error.message()));
  }
}

}  // namespace

BlockFolder::BlockFolder(const std::filesystem::path& folder, Supervisor& supervisor)
    : folder_(std::filesystem::absolute(folder)), supervisor_(supervisor) {
  make_folder(folder_ / "logs");
  supervisor_.remove_at_end(data());
  make_folder(data());
  sockets_ = make_socket_folder();
  supervisor_.remove_at_end(sockets_);
}

BlockFolder::~BlockFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(sockets_, ignored);
  try {
    std::filesystem::remove_all(keep_logs_ ? data() : folder_, ignored);
    supervisor_.keep(sockets_);
    supervisor_.keep(data());
  } catch (const std::exception&) {
    // The supervisor has gone, and with it the folders it had to remove.
    keep_logs_ = true;
  }
}

std::filesystem::path BlockFolder::worker_log(std::uint32_t process) const {
  return folder_ / "logs" / fmt::format("worker-{}.log", process);
}

std::filesystem::path BlockFolder::worker_socket(std::uint32_t process) const {
  return sockets_ / fmt::format("worker-{}", process);
}

}  // namespace assay::engine
