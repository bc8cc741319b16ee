// What a server with all its descendants uses over the measured window. One thread at a time.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <optional>

#include "engine/resources.h"
#include "observe/process.h"

namespace assay::engine {

class ServerUse {
 public:
  // No server: nothing is looked at.
  explicit ServerUse(std::optional<pid_t> server) : server_(server) {}

  // Called at the window's edges.
  void look() {
    if (!server_) {
      return;
    }
    if (const auto sample = observe::sample_tree(*server_)) {
      first_ = first_.value_or(*sample);
      last_ = *sample;
      rss_bytes_ = std::max(rss_bytes_, sample->rss_bytes);
    }
  }

  // Called now and then in between, for the memory of the processes that were there at the edge:
  // looking for new ones would take time from what is measured.
  void look_at_memory() {
    if (first_) {
      rss_bytes_ = std::max(rss_bytes_, observe::rss_bytes(first_->members));
    }
  }

  // nullopt when there was nothing to look at.
  std::optional<Resources> result() const {
    if (!first_) {
      return std::nullopt;
    }
    return Resources{last_.cpu_seconds - first_->cpu_seconds, rss_bytes_,
                     last_.read_bytes - first_->read_bytes,
                     last_.written_bytes - first_->written_bytes};
  }

 private:
  std::optional<pid_t> server_;
  std::optional<observe::TreeSample> first_;
  observe::ProcessSample last_;
  std::int64_t rss_bytes_ = 0;
};

}  // namespace assay::engine
