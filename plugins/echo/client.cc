#include "client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace echo {

namespace {

constexpr std::size_t read_bytes = 64U << 10U;

bool try_later() { return errno == EAGAIN || errno == EINTR; }

}  // namespace

Client::~Client() { close(descriptor_); }

bool Client::read_some() {
  const std::size_t before = in_.size();
  in_.resize(before + read_bytes);
  const ssize_t size = recv(descriptor_, in_.data() + before, read_bytes, 0);
  in_.resize(before + static_cast<std::size_t>(size > 0 ? size : 0));
  return size > 0 || (size < 0 && try_later());
}

bool Client::answer_all(Answers& answers) {
  Bytes rest = in_;
  for (;;) {
    const Bytes request = first_message(rest);
    if (request.data() == nullptr) {
      break;
    }
    if (!answers.answer(request, out_)) {
      return false;
    }
    rest.remove_prefix(sizeof(std::uint32_t) + request.size());
  }
  if (MessageReader(rest).number<std::uint32_t>() > most_message_bytes) {
    return false;
  }
  in_.erase(0, in_.size() - rest.size());
  return true;
}

bool Client::send_some() {
  while (unsent()) {
    const ssize_t size = send(descriptor_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (size < 0) {
      return try_later();
    }
    sent_ += static_cast<std::size_t>(size);
  }
  out_.clear();
  sent_ = 0;
  return true;
}

bool Client::serve(Answers& answers) {
  return (stuffed() || (read_some() && answer_all(answers))) && send_some();
}

}  // namespace echo
