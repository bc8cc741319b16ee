// The exclusive right to use a run's folder, for as long as it lives: a lock on a file in it. The
// kernel gives it back when the process ends, however it ends.
#pragma once

#include <filesystem>

namespace assay::results {

class Hold {
 public:
  // Throws Error naming the process that has it, or saying why the file cannot be made.
  explicit Hold(const std::filesystem::path& folder);

  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold();

 private:
  int descriptor_;
};

}  // namespace assay::results
