// The server's side of one connection: bytes in, bytes out. Single-threaded; owns its descriptor.
#pragma once

#include <cstddef>
#include <string>

#include "answers.h"

namespace echo {

class Client {
 public:
  // Takes the descriptor over; it is non-blocking.
  explicit Client(int descriptor) : descriptor_(descriptor) {}

  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  int descriptor() const { return descriptor_; }

  // Reads what is there, answers every whole request and sends as much as goes. false: the client
  // is gone or talks nonsense.
  bool serve(Answers& answers);

  // Whether replies wait until the socket is writable.
  bool unsent() const { return sent_ < out_.size(); }

  // Whether so much waits that nothing more should be read.
  bool stuffed() const { return out_.size() - sent_ > most_unsent_bytes; }

 private:
  static constexpr std::size_t most_unsent_bytes = 4U << 20U;

  bool read_some();
  bool answer_all(Answers& answers);
  bool send_some();

  int descriptor_;
  std::string in_;
  std::string out_;
  std::size_t sent_ = 0;  // of out_
};

}  // namespace echo
