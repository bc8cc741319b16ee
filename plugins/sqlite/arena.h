// Bytes copied out of SQLite for one reply. Keeps its largest chunk, so that a session that has
// seen its replies' size allocates no more. Thread rule of its session.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "assay/types.h"

namespace assay::sqlite {

class Arena {
 public:
  Arena() { add_chunk(4096); }

  // Forgets everything copied before; views from before die.
  void clear() {
    used_ = 0;
    if (chunks_.size() > 1) {
      chunks_.erase(chunks_.begin(), chunks_.end() - 1);
    }
  }

  // A copy that lives until clear. data() is never nullptr, also for no bytes.
  Bytes copy(const void* bytes, std::size_t size) {
    if (size > capacity_ - used_) {
      add_chunk(std::max(size, capacity_ * 2));
    }
    char* target = chunks_.back().get() + used_;
    if (size > 0) {
      std::memcpy(target, bytes, size);
    }
    used_ += size;
    return {target, size};
  }

 private:
  void add_chunk(std::size_t size) {
    chunks_.emplace_back(new char[size]);
    capacity_ = size;
    used_ = 0;
  }

  std::vector<std::unique_ptr<char[]>> chunks_;  // [age]; the last is the one in use
  std::size_t capacity_ = 0;                     // of the last chunk
  std::size_t used_ = 0;                         // of the last chunk
};

}  // namespace assay::sqlite
