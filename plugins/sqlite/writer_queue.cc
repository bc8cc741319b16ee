#include "plugins/sqlite/writer_queue.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string_view>

#include "assay/types.h"

namespace assay::sqlite {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

// How long a writer may go on before it lines up again: some writes, but less than a sync takes.
constexpr std::int64_t turn_ns = 200'000;

// An owner that died left nothing half done: SQLite recovers its own state.
bool adopted(pthread_mutex_t& mutex, int result) {
  if (result == EOWNERDEAD) {
    pthread_mutex_consistent(&mutex);
    return true;
  }
  return result == 0;
}

bool try_lock(pthread_mutex_t& mutex) { return adopted(mutex, pthread_mutex_trylock(&mutex)); }

bool lock_until(pthread_mutex_t& mutex, const timespec& until) {
  return adopted(mutex, pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until));
}

std::int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * second_ns + time.tv_nsec;
}

timespec at(std::int64_t ns) { return {ns / second_ns, ns % second_ns}; }

[[noreturn]] void refuse(std::string_view what, const std::string& file) {
  throw Error(
      fmt::format("sqlite: cannot {} the writers' queue {}: {}; check that the folder is "
                  "writable and has space",
                  what, file, std::strerror(errno)));
}

void* map_file(int descriptor, std::size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

void WriterQueue::create(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    refuse("create", file);
  }
  // Allocated, not only sized: a full disk must show here and not as SIGBUS at the first lock.
  const int allocated = posix_fallocate(descriptor, 0, sizeof(Shared));
  void* memory = allocated == 0 ? map_file(descriptor, sizeof(Shared)) : nullptr;
  const int error = allocated == 0 ? errno : allocated;
  close(descriptor);
  if (memory == nullptr) {
    errno = error;
    refuse("allocate", file);
  }
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  auto* shared = static_cast<Shared*>(memory);
  pthread_mutex_init(&shared->room, &attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&shared->line, &attributes);
  pthread_mutexattr_destroy(&attributes);
  munmap(memory, sizeof(Shared));
}

WriterQueue::WriterQueue(const std::string& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    refuse("open", file);
  }
  shared_ = static_cast<Shared*>(map_file(descriptor, sizeof(Shared)));
  close(descriptor);
  if (shared_ == nullptr) {
    refuse("map", file);
  }
}

WriterQueue::~WriterQueue() { munmap(shared_, sizeof(Shared)); }

bool WriterQueue::enter(std::int64_t at_most_ns) {
  const std::int64_t now = now_ns();
  if (now < turn_ends_ns_ && try_lock(shared_->room)) {
    return true;
  }
  const timespec until = at(now + at_most_ns);
  if (!try_lock(shared_->line) && !lock_until(shared_->line, until)) {
    return false;
  }
  const bool inside = try_lock(shared_->room) || lock_until(shared_->room, until);
  pthread_mutex_unlock(&shared_->line);
  if (inside) {
    turn_ends_ns_ = now_ns() + turn_ns;
  }
  return inside;
}

void WriterQueue::leave() {
  [[maybe_unused]] const int result = pthread_mutex_unlock(&shared_->room);
  assert(result == 0);
}

}  // namespace assay::sqlite
