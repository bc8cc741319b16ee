// Child processes of a test and the counts they share with it.
#pragma once

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <new>
#include <stdexcept>

namespace assay::sqlite {

// `size` counts that a forked child and its parent see alike. Zero at first.
template <int size>
class SharedCounts {
 public:
  SharedCounts() {
    void* memory = mmap(nullptr, sizeof(Count) * size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      throw std::bad_alloc();
    }
    counts_ = static_cast<Count*>(memory);
  }

  ~SharedCounts() { munmap(counts_, sizeof(Count) * size); }

  SharedCounts(const SharedCounts&) = delete;
  SharedCounts& operator=(const SharedCounts&) = delete;

  std::atomic<std::int64_t>& operator[](int index) const { return counts_[index]; }

 private:
  using Count = std::atomic<std::int64_t>;
  Count* counts_;
};

// Runs `body` in a child, whose exit status is what it returns; 2 for an exception.
// REQUIRES: this process has no other thread.
template <class Body>
pid_t start_child(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    int status = 2;
    try {
      status = body();
    } catch (...) {
      status = 2;
    }
    _exit(status);
  }
  return child;
}

// The exit status, or minus the signal that ended it.
inline int wait_for_child(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace assay::sqlite
