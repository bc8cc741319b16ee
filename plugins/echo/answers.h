// What echo's server knows and how it answers one request. Single-threaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "protocol.h"

namespace echo {

class Answers {
 public:
  // Appends the reply to one request (without its size) to `out`. false: the request is malformed,
  // nothing is appended. Every operation but stats is counted.
  bool answer(Bytes request, std::string& out);

 private:
  struct Entry {
    std::string value;
    std::int64_t expires_ns = 0;  // on CLOCK_MONOTONIC; 0: never
  };

  struct Hash {
    using is_transparent = void;

    std::size_t operator()(Bytes key) const { return std::hash<Bytes>{}(key); }
  };

  Entry* find(Bytes key);
  void put(Bytes key, Bytes value, std::int64_t ttl_ms);
  Status increment(Bytes key, std::int64_t by, std::int64_t& number);
  bool multi_get(MessageReader& request, std::string& out);
  bool multi_put(MessageReader& request);

  std::unordered_map<std::string, Entry, Hash, std::equal_to<>> entries_;
  std::int64_t operations_ = 0;
};

}  // namespace echo
