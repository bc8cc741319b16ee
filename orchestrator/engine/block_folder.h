// The files of one block: data, logs, and a folder of mode 0700 for sockets whose path is short
// enough for them. Data and sockets are registered with the supervisor, so that they go in whatever
// way the run ends. One thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/supervisor.h"

namespace assay::engine {

class BlockFolder {
 public:
  // Makes the folders. Throws Error naming the one that cannot be made.
  BlockFolder(const std::filesystem::path& folder, Supervisor& supervisor);

  // Removes data and sockets, and unless `keep_logs` was called everything.
  ~BlockFolder();
  BlockFolder(const BlockFolder&) = delete;
  BlockFolder& operator=(const BlockFolder&) = delete;

  void keep_logs() { keep_logs_ = true; }

  std::filesystem::path data() const { return folder_ / "data"; }

  std::filesystem::path worker_log(std::uint32_t process) const;

  std::filesystem::path server_log() const { return folder_ / "logs" / "server.log"; }

  std::filesystem::path worker_socket(std::uint32_t process) const;

  std::filesystem::path server_socket() const { return sockets_ / "server"; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path sockets_;
  Supervisor& supervisor_;
  bool keep_logs_ = false;
};

}  // namespace assay::engine
