// A key-value store that is one file: a write appends a record, and every session keeps in memory
// what it has read of the file so far. All processes and threads may use it at once.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <limits>
#include <map>

#include "assay/plugin.h"

namespace {

using namespace assay;

struct Record {  // in the file, followed by the key and the value
  std::uint32_t key_bytes;
  std::uint32_t value_bytes;
  std::int64_t expires_ms;  // since 1970; `never` for most, 0 for a key that was erased
};

struct Entry {
  std::int64_t expires_ms;
  std::string value;
};

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

class LogSession final : public Session, public KeyValue {
 public:
  LogSession(const std::string& file, bool sync)
      : file_(open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600)), sync_(sync) {
    if (file_ < 0) {
      throw Error("cannot open " + file + ": " + std::strerror(errno) + "; check its folder");
    }
  }

  ~LogSession() override { close(file_); }

  KeyValue* key_value() override { return this; }

  Bytes last_error() const override { return error_; }

  Facts facts() override {
    return {"logfile 1", sync_ ? Durability::power : Durability::process, {}};
  }

  Status get(Bytes key, Reply& reply) override {
    const Status status = multi_get({&key, 1}, reply);
    reply.value = values_[0];
    return status == Status::ok && reply.value.data() == nullptr ? Status::not_found : status;
  }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    return multi_put({&key, 1}, {&value, 1}, ttl_ms, reply);
  }

  Status erase(Bytes key, Reply& reply) override {
    const Lock lock(file_);
    const Status status = get(key, reply);
    return status == Status::ok ? append(record(key, "", 0)) : status;
  }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    const Lock lock(file_);
    const Status status = get(key, reply);
    reply.number = 0;
    if (status == Status::ok) {
      const char* const end = reply.value.data() + reply.value.size();
      const auto [parsed, wrong] = std::from_chars(reply.value.data(), end, reply.number);
      if (wrong != std::errc() || parsed != end) {
        error_ = "the value is no integer";
        return Status::refused;
      }
    } else if (status != Status::not_found) {
      return status;
    }
    reply.number += by;
    return append(record(key, std::to_string(reply.number), never));
  }

  Status multi_get(Span keys, Reply& reply) override {
    values_.assign(keys.size(), Bytes());
    reply.values = values_;
    const Status status = catch_up();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto found = index_.find(keys[i]);
      if (found != index_.end() && found->second.expires_ms > now_ms()) {
        values_[i] = found->second.value;
      }
    }
    return status;
  }

  Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& /*reply*/) override {
    std::string records;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      records += record(keys[i], values[i], ttl_ms == 0 ? never : now_ms() + ttl_ms);
    }
    const Lock lock(file_);
    return append(records);
  }

 private:
  struct Lock {  // one writer at a time, over all sessions

    explicit Lock(int file) : file(file) { flock(file, LOCK_EX); }

    ~Lock() { flock(file, LOCK_UN); }

    int file;
  };

  static std::string record(Bytes key, Bytes value, std::int64_t expires_ms) {
    const Record head{static_cast<std::uint32_t>(key.size()),
                      static_cast<std::uint32_t>(value.size()), expires_ms};
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
    return bytes.append(key).append(value);
  }

  Status done(bool well) {
    error_ = well ? "" : std::strerror(errno);
    return well ? Status::ok : Status::failed;
  }

  Status append(const std::string& bytes) {
    const off_t end = lseek(file_, 0, SEEK_END);
    const bool whole =
        write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    const Status status = done(whole && (!sync_ || fdatasync(file_) == 0));
    return whole || ftruncate(file_, end) == 0 ? status : done(false);  // no half record stays
  }

  // Reads the records that are new. The last may still be half written: it is for the next time.
  Status catch_up() {
    tail_.resize(static_cast<std::size_t>(lseek(file_, 0, SEEK_END) - seen_));
    const ssize_t got = pread(file_, tail_.data(), tail_.size(), seen_);
    Record head{};
    for (Bytes rest(tail_.data(), got < 0 ? 0 : got); rest.size() >= sizeof(head);) {
      std::memcpy(&head, rest.data(), sizeof(head));
      const std::size_t size = sizeof(head) + head.key_bytes + head.value_bytes;
      if (rest.size() < size) {
        break;
      }
      const Bytes key = rest.substr(sizeof(head), head.key_bytes);
      const Bytes value = rest.substr(sizeof(head) + head.key_bytes, head.value_bytes);
      index_[std::string(key)] = Entry{head.expires_ms, std::string(value)};
      rest.remove_prefix(size);
      seen_ += static_cast<off_t>(size);
    }
    return done(got >= 0);
  }

  int file_;
  bool sync_;
  off_t seen_ = 0;  // the file is in the index up to here
  std::map<std::string, Entry, std::less<>> index_;
  std::string tail_, error_;
  std::vector<Bytes> values_;
};

class Logfile final : public Plugin {
  const Capabilities& capabilities() const override { return all_; }

  void prepare(const Place& /*place*/) override {}  // the first session makes the file

  std::unique_ptr<Session> open(const Place& place) override {
    return std::make_unique<LogSession>(place.folder + "/log",
                                        place.durability == Durability::power);
  }

  const Capabilities all_{"Logfile",
                          "logfile 1",
                          {Component::key_value},
                          {{Durability::process, {}, "written before the reply"},
                           {Durability::power, {{"fdatasync", "each write"}}}},
                          {Environment::embedded},
                          {}};
};

}  // namespace

ASSAY_PLUGIN(Logfile, "logfile");
