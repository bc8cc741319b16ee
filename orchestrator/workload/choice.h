// Which of the keys or rows a session asks for: those that are loaded and, beside inserts, those it
// has inserted itself, which needs no word between the sessions. Belongs to the session's thread.
#pragma once

#include <cstdint>
#include <utility>

#include "workload/distribution.h"
#include "workload/history.h"

namespace assay::workload {

class Choice {
 public:
  // Among `loaded` items. kept_back: so many of the last are never drawn, < loaded.
  Choice(const Parameters& parameters, const Share& share, std::uint64_t loaded,
         std::uint64_t kept_back = 0)
      : history_(*share.history),
        loaded_(loaded),
        kept_back_(kept_back),
        items_(item_stream(parameters, share, loaded - kept_back)) {}

  // Operations are about to be made: what has been inserted since is asked for as well.
  void refresh() {
    if (const std::uint64_t askable = history_.askable(); askable != inserted_) {
      inserted_ = askable;
      items_.resize(loaded_ + inserted_ - kept_back_);
    }
  }

  // An item from 0; beyond the loaded ones by the history's ids, which begin at 1.
  std::uint64_t next() {
    const std::uint64_t item = items_.next();
    return item < loaded_ ? item
                          : static_cast<std::uint64_t>(history_.inserted_id(item - loaded_)) - 1;
  }

 private:
  const History& history_;
  std::uint64_t loaded_;
  std::uint64_t kept_back_;
  std::uint64_t inserted_ = 0;
  Items items_;
};

}  // namespace assay::workload
