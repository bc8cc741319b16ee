// The plugin's side of one connection: requests are queued, sent, and replies read and taken apart
// in order. Belongs to one thread; owns its descriptor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "protocol.h"

namespace echo {

class Connection {
 public:
  // Connects. depth: the most requests in flight, at least 1. Throws assay::Error.
  Connection(const assay::Place& place, std::uint32_t depth);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The buffer for one more request, which counts as in flight from here on; nullptr once the
  // connection is gone. REQUIRES: fewer than depth in flight.
  std::string* request();

  // As the session's calls of the same name.
  assay::Wait waits() const;
  Status flush();
  Status receive();

  // The next whole reply without its size, data() == nullptr when there is none; valid until the
  // next receive.
  Bytes take();

  const std::string& error() const { return error_; }

 private:
  bool overdue() const;
  Status fail(const std::string& text);
  bool wait_to_send();
  void make_room();

  int descriptor_;
  bool blocking_;
  std::int64_t deadline_ns_;
  std::string error_;  // why it is gone; empty while it is not
  std::string out_;
  std::size_t sent_ = 0;  // of out_
  std::vector<char> in_;
  std::size_t begin_ = 0;  // what has been read and not yet taken: in_[begin_, end_)
  std::size_t end_ = 0;
  std::vector<std::int64_t> since_ns_;  // ring: when each request in flight was queued
  std::size_t oldest_ = 0;              // index into since_ns_
  std::size_t in_flight_ = 0;
};

}  // namespace echo
