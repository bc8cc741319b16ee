#include "store.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <new>
#include <string_view>

namespace noop {

struct alignas(64) Store::Header {
  std::uint64_t cells;  // a power of two
  std::array<std::atomic<std::int64_t>, 4> words;
  alignas(64) std::atomic<std::uint64_t> used;  // offset of the first free byte in the file
  std::atomic<std::uint64_t> reserved;          // bytes of the file that have their disk space
};

// Followed by the key, then, at a multiple of 8, room for the value.
struct Store::Record {
  std::atomic<std::uint32_t> version;  // odd while somebody writes
  std::atomic<std::uint32_t> value_size;
  std::uint32_t key_size;
  std::uint32_t room;  // for the value, in bytes
  std::atomic<std::int64_t> expires_ns;

  char* key() { return reinterpret_cast<char*>(this + 1); }

  char* value() { return key() + (std::size_t{key_size} + 7) / 8 * 8; }
};

namespace {

constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t moved = absent - 1;  // a larger record has taken its cell
constexpr std::uint32_t most_value = 1U << 30U;
constexpr std::uint64_t reserved_at_once = 1U << 20U;
constexpr unsigned tag_shift = 40;  // a cell: 24 bits of the hash, 40 bits of offset
constexpr std::uint64_t offset_mask = (std::uint64_t{1} << tag_shift) - 1;

std::uint64_t tag_of(std::uint64_t hash) { return hash >> tag_shift << tag_shift; }

std::int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

bool expired(std::int64_t expires_ns) { return expires_ns != 0 && now_ns() >= expires_ns; }

[[noreturn]] void fail(const std::filesystem::path& file, const char* what) {
  throw assay::Error("the noop plugin cannot " + std::string(what) + " " + file.string() + ": " +
                     std::strerror(errno) + "; check the folder's space and permissions");
}

// Takes disk space for a part of the file. Not posix_fallocate: where the file system cannot do it,
// that writes zeros over what other processes may have written meanwhile; here that part then stays
// without the promise.
bool allocate(int descriptor, std::uint64_t begin, std::uint64_t end) {
  int result = 0;
  do {
    result = fallocate(descriptor, 0, static_cast<off_t>(begin), static_cast<off_t>(end - begin));
  } while (result != 0 && errno == EINTR);
  return result == 0 || errno == EOPNOTSUPP;
}

// Waits for another process or thread to finish a copy. One that died inside it never does: the
// block's deadline ends that.
void pause_for_writer(unsigned round) {
  if (round % 64 == 63) {
    sched_yield();
  }
}

std::uint32_t lock(std::atomic<std::uint32_t>& version) {
  for (unsigned round = 0;; ++round) {
    std::uint32_t seen = version.load(std::memory_order_relaxed) & ~1U;
    if (version.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel)) {
      std::atomic_thread_fence(std::memory_order_release);
      return seen;
    }
    pause_for_writer(round);
  }
}

}  // namespace

void Store::create(const std::filesystem::path& file, std::uint64_t keys, std::uint64_t bytes) {
  const std::uint64_t cells = std::bit_ceil(keys * 2);
  const std::uint64_t used = sizeof(Header) + cells * sizeof(Cell);
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const bool made =
      descriptor >= 0 && ftruncate(descriptor, static_cast<off_t>(used + bytes)) == 0 &&
      allocate(descriptor, 0, used) &&
      pwrite(descriptor, &cells, sizeof(cells), 0) == sizeof(cells) &&
      pwrite(descriptor, &used, sizeof(used), offsetof(Header, used)) == sizeof(used) &&
      pwrite(descriptor, &used, sizeof(used), offsetof(Header, reserved)) == sizeof(used);
  if (descriptor >= 0) {
    close(descriptor);
  }
  if (!made) {
    fail(file, "make");
  }
}

Store::Store(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
  struct stat status {};

  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    fail(file, "open");
  }
  size_ = static_cast<std::size_t>(status.st_size);
  void* start = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (start == MAP_FAILED) {
    close(descriptor_);
    fail(file, "map");
  }
  start_ = static_cast<char*>(start);
  header_ = reinterpret_cast<Header*>(start_);
  cells_ = reinterpret_cast<Cell*>(start_ + sizeof(Header));
}

Store::~Store() {
  munmap(start_, size_);
  close(descriptor_);
}

bool Store::reserve(std::uint64_t end) {
  std::uint64_t reserved = header_->reserved.load(std::memory_order_acquire);
  while (reserved < end) {
    std::uint64_t wanted =
        std::max(end, std::min<std::uint64_t>(reserved + reserved_at_once, size_));
    if (!allocate(descriptor_, reserved, wanted)) {
      wanted = end;  // the last of the disk
      if (!allocate(descriptor_, reserved, wanted)) {
        return false;
      }
    }
    if (header_->reserved.compare_exchange_strong(reserved, wanted, std::memory_order_acq_rel)) {
      return true;
    }
  }
  return true;
}

std::atomic<std::int64_t>& Store::word(std::size_t index) { return header_->words[index]; }

Store::Place Store::find(Bytes key, std::uint64_t hash) const {
  const std::uint64_t mask = header_->cells - 1;
  for (std::uint64_t step = 0; step <= mask; ++step) {
    Cell& cell = cells_[(hash + step) & mask];
    const std::uint64_t content = cell.load(std::memory_order_acquire);
    if (content == 0) {
      return {&cell, 0, nullptr};
    }
    if (tag_of(content) == tag_of(hash)) {
      auto* each = reinterpret_cast<Record*>(start_ + (content & offset_mask));
      if (Bytes(each->key(), each->key_size) == key) {
        return {&cell, content, each};
      }
    }
  }
  return {nullptr, 0, nullptr};
}

std::optional<std::size_t> Store::read(Bytes key, std::vector<char>& buffer, std::size_t at) const {
  const std::uint64_t hash = std::hash<Bytes>{}(key);
  for (unsigned round = 0;; ++round) {
    Record* found = find(key, hash).record;
    if (found == nullptr) {
      return std::nullopt;
    }
    const std::uint32_t version = found->version.load(std::memory_order_acquire);
    const std::uint32_t size = found->value_size.load(std::memory_order_relaxed);
    const std::int64_t expires_ns = found->expires_ns.load(std::memory_order_relaxed);
    if (version % 2 == 0 && size != moved) {
      const bool there = size != absent && !expired(expires_ns);
      if (there) {
        if (buffer.size() < at + size) {
          buffer.resize(at + size);
        }
        // A copy that a writer overtakes is thrown away by the second look at the version.
        std::memcpy(buffer.data() + at, found->value(), size);
      }
      std::atomic_thread_fence(std::memory_order_acquire);
      if (found->version.load(std::memory_order_relaxed) == version) {
        return there ? std::optional<std::size_t>(size) : std::nullopt;
      }
    }
    pause_for_writer(round);
  }
}

std::uint64_t Store::new_record(Bytes key, Bytes value, std::int64_t expires_ns, std::size_t room,
                                std::uint64_t hash) {
  const std::size_t key_room = (key.size() + 7) / 8 * 8;
  const std::size_t value_room = (room + 7) / 8 * 8;
  const std::size_t bytes = sizeof(Record) + key_room + value_room;
  const std::uint64_t offset = header_->used.fetch_add(bytes, std::memory_order_relaxed);
  if (offset + bytes > size_ || !reserve(offset + bytes)) {
    std::uint64_t mine = offset + bytes;  // given back unless somebody has taken what follows
    header_->used.compare_exchange_strong(mine, offset, std::memory_order_relaxed);
    return 0;
  }
  auto* made = new (start_ + offset) Record{};
  made->value_size.store(static_cast<std::uint32_t>(value.size()), std::memory_order_relaxed);
  made->key_size = static_cast<std::uint32_t>(key.size());
  made->room = static_cast<std::uint32_t>(value_room);
  made->expires_ns.store(expires_ns, std::memory_order_relaxed);
  key.copy(made->key(), key.size());
  value.copy(made->value(), value.size());
  return tag_of(hash) | offset;
}

Status Store::write(const Place& place, Bytes key, std::uint64_t hash, Bytes value,
                    std::int64_t expires_ns) {
  Record* found = place.record;
  if (found != nullptr && value.size() <= found->room) {
    value.copy(found->value(), value.size());
    found->value_size.store(static_cast<std::uint32_t>(value.size()), std::memory_order_relaxed);
    found->expires_ns.store(expires_ns, std::memory_order_relaxed);
    return Status::ok;
  }
  const std::size_t room = found == nullptr ? value.size() : value.size() + value.size() / 2;
  const std::uint64_t made =
      value.size() > most_value ? 0 : new_record(key, value, expires_ns, room, hash);
  if (made == 0) {
    return Status::refused;
  }
  std::uint64_t before = place.content;
  if (!place.cell->compare_exchange_strong(before, made, std::memory_order_acq_rel)) {
    return Status::conflict;
  }
  if (found != nullptr) {
    found->value_size.store(moved, std::memory_order_relaxed);
  }
  return Status::ok;
}

template <typename Make>
Status Store::change(Bytes key, Make make) {
  const std::uint64_t hash = std::hash<Bytes>{}(key);
  for (unsigned round = 0;; ++round) {
    const Place place = find(key, hash);
    if (place.cell == nullptr) {
      return Status::refused;
    }
    const std::uint32_t version = place.record == nullptr ? 0 : lock(place.record->version);
    std::optional<Bytes> current;
    std::int64_t expires_ns = 0;
    bool again = false;
    if (place.record != nullptr) {
      const std::uint32_t size = place.record->value_size.load(std::memory_order_relaxed);
      const std::int64_t until_ns = place.record->expires_ns.load(std::memory_order_relaxed);
      again = size == moved;
      if (size != absent && size != moved && !expired(until_ns)) {
        current = Bytes(place.record->value(), size);
        expires_ns = until_ns;
      }
    }
    Status status = Status::ok;
    if (!again) {
      Bytes next;
      status = make(current, next, expires_ns);
      if (status == Status::ok) {
        status = write(place, key, hash, next, expires_ns);
        again = status == Status::conflict;  // another writer took the free cell first
      }
    }
    if (place.record != nullptr) {
      place.record->version.store(version + 2, std::memory_order_release);
    }
    if (!again) {
      return status;
    }
    pause_for_writer(round);
  }
}

Status Store::put(Bytes key, Bytes value, std::int64_t ttl_ms) {
  return change(key, [&](const std::optional<Bytes>&, Bytes& next, std::int64_t& expires_ns) {
    next = value;
    expires_ns = ttl_ms == 0 ? 0 : now_ns() + ttl_ms * 1'000'000;
    return Status::ok;
  });
}

Status Store::insert(Bytes key, Bytes value) {
  return change(key, [&](const std::optional<Bytes>& current, Bytes& next, std::int64_t&) {
    next = value;
    return current ? Status::conflict : Status::ok;
  });
}

Status Store::increment(Bytes key, std::int64_t by, std::int64_t& number) {
  std::array<char, 24> digits{};
  return change(key, [&](const std::optional<Bytes>& current, Bytes& next, std::int64_t&) {
    std::int64_t value = 0;
    if (current) {
      const char* end = current->data() + current->size();
      const auto parsed = std::from_chars(current->data(), end, value);
      if (parsed.ec != std::errc() || parsed.ptr != end) {
        return Status::refused;
      }
    }
    if (__builtin_add_overflow(value, by, &number)) {
      return Status::refused;
    }
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    next = Bytes(digits.data(), static_cast<std::size_t>(written.ptr - digits.data()));
    return Status::ok;
  });
}

Status Store::append(Bytes key, Bytes bytes) {
  std::string joined;
  return change(key, [&](const std::optional<Bytes>& current, Bytes& next, std::int64_t&) {
    joined.assign(current.value_or(Bytes()));
    joined.append(bytes);
    next = joined;
    return Status::ok;
  });
}

Status Store::modify(Bytes key, const std::function<void(Bytes, std::string&)>& edit) {
  std::string edited;
  return change(key, [&](const std::optional<Bytes>& current, Bytes& next, std::int64_t&) {
    if (!current) {
      return Status::not_found;
    }
    edited.clear();
    edit(*current, edited);
    next = edited;
    return Status::ok;
  });
}

Status Store::erase(Bytes key) {
  const std::uint64_t hash = std::hash<Bytes>{}(key);
  for (unsigned round = 0;; ++round) {
    Record* found = find(key, hash).record;
    if (found == nullptr) {
      return Status::not_found;
    }
    const std::uint32_t version = lock(found->version);
    const std::uint32_t size = found->value_size.load(std::memory_order_relaxed);
    const bool there = size != absent && size != moved &&
                       !expired(found->expires_ns.load(std::memory_order_relaxed));
    if (there) {
      found->value_size.store(absent, std::memory_order_relaxed);
    }
    found->version.store(version + 2, std::memory_order_release);
    if (size != moved) {
      return there ? Status::ok : Status::not_found;
    }
    pause_for_writer(round);
  }
}

}  // namespace noop
