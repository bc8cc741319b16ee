#include "answers.h"

#include <charconv>
#include <ctime>
#include <vector>

#include "assay/abi.h"

namespace echo {

namespace {

const std::string& version() {
  static const std::string text = "assay-echo-server " + std::to_string(ASSAY_SDK_MAJOR) + "." +
                                  std::to_string(ASSAY_SDK_MINOR);
  return text;
}

std::int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

bool reply(std::string& out, Status status, std::int64_t number = 0, Bytes value = {},
           std::uint32_t count = 0) {
  MessageWriter writer(out);
  writer.number(status);
  writer.number(number);
  writer.number(count);
  writer.bytes(value);
  return true;
}

}  // namespace

Answers::Entry* Answers::find(Bytes key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    return nullptr;
  }
  if (found->second.expires_ns != 0 && now_ns() >= found->second.expires_ns) {
    entries_.erase(found);
    return nullptr;
  }
  return &found->second;
}

void Answers::put(Bytes key, Bytes value, std::int64_t ttl_ms) {
  auto found = entries_.find(key);
  if (found == entries_.end()) {
    found = entries_.emplace(std::string(key), Entry{}).first;
  }
  found->second.value.assign(value);
  found->second.expires_ns = ttl_ms == 0 ? 0 : now_ns() + ttl_ms * 1'000'000;
}

Status Answers::increment(Bytes key, std::int64_t by, std::int64_t& number) {
  Entry* entry = find(key);
  std::int64_t value = 0;
  if (entry != nullptr) {
    const char* end = entry->value.data() + entry->value.size();
    const auto parsed = std::from_chars(entry->value.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
      return Status::refused;
    }
  }
  if (__builtin_add_overflow(value, by, &number)) {
    return Status::refused;
  }
  if (entry == nullptr) {
    entry = &entries_[std::string(key)];
  }
  entry->value = std::to_string(number);
  return Status::ok;
}

bool Answers::multi_get(MessageReader& request, std::string& out) {
  const auto count = request.number<std::uint32_t>();
  std::string values;
  for (std::uint32_t index = 0; index < count && request.good(); ++index) {
    const Entry* entry = find(request.sized());
    const auto size = entry == nullptr ? no_value : static_cast<std::uint32_t>(entry->value.size());
    values.append(reinterpret_cast<const char*>(&size), sizeof(size));
    values.append(entry == nullptr ? Bytes() : Bytes(entry->value));
  }
  return request.good() && reply(out, Status::ok, 0, values, count);
}

bool Answers::multi_put(MessageReader& request) {
  const auto ttl_ms = request.number<std::int64_t>();
  const auto count = request.number<std::uint32_t>();
  std::vector<Bytes> keys;
  for (std::uint32_t index = 0; index < count && request.good(); ++index) {
    keys.push_back(request.sized());
  }
  for (const Bytes key : keys) {
    const Bytes value = request.sized();
    if (!request.good()) {
      return false;
    }
    put(key, value, ttl_ms);
  }
  return request.good();
}

bool Answers::answer(Bytes request, std::string& out) {
  MessageReader reader(request);
  const auto operation = reader.number<Operation>();
  operations_ += operation == Operation::stats ? 0 : 1;
  switch (operation) {
    case Operation::get: {
      const Entry* entry = find(reader.rest());
      return reader.good() && (entry == nullptr ? reply(out, Status::not_found)
                                                : reply(out, Status::ok, 0, entry->value));
    }
    case Operation::put: {
      const auto ttl_ms = reader.number<std::int64_t>();
      const Bytes key = reader.sized();
      if (reader.good()) {
        put(key, reader.rest(), ttl_ms);
      }
      return reader.good() && reply(out, Status::ok);
    }
    case Operation::erase: {
      const bool there = find(reader.rest()) != nullptr;
      if (there) {
        entries_.erase(entries_.find(reader.rest()));
      }
      return reply(out, there ? Status::ok : Status::not_found);
    }
    case Operation::increment: {
      const auto by = reader.number<std::int64_t>();
      std::int64_t number = 0;
      const Status status = reader.good() ? increment(reader.rest(), by, number) : Status::failed;
      return reader.good() && reply(out, status, number);
    }
    case Operation::multi_get:
      return multi_get(reader, out);
    case Operation::multi_put:
      return multi_put(reader) && reply(out, Status::ok);
    case Operation::stats:
      return reply(out, Status::ok, operations_, version());
  }
  return false;
}

}  // namespace echo
