#include "connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "endpoint.h"

namespace echo {

namespace {

constexpr std::size_t least_buffer_bytes = 64U << 10U;

// A few milliseconds coarse and a fraction of the exact clock's cost: right for deadlines.
std::int64_t coarse_now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

Connection::Connection(const assay::Place& place, std::uint32_t depth)
    : descriptor_(connect_to(socket_path(place.address))),
      blocking_(place.blocking_receive),
      deadline_ns_(place.deadline_ns),
      in_(least_buffer_bytes),
      since_ns_(depth) {
  timeval limit{};
  limit.tv_sec = deadline_ns_ / 1'000'000'000;
  limit.tv_usec = deadline_ns_ % 1'000'000'000 / 1000;
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
}

Connection::~Connection() { close(descriptor_); }

Status Connection::fail(const std::string& text) {
  error_ = "echo's server: " + text;
  return Status::failed;
}

std::string* Connection::request() {
  if (!error_.empty()) {
    return nullptr;
  }
  assert(in_flight_ < since_ns_.size());
  since_ns_[(oldest_ + in_flight_) % since_ns_.size()] = coarse_now_ns();
  ++in_flight_;
  return &out_;
}

bool Connection::overdue() const {
  return in_flight_ > 0 && coarse_now_ns() - since_ns_[oldest_] >= deadline_ns_;
}

assay::Wait Connection::waits() const {
  const std::int64_t timer_ns =
      in_flight_ == 0
          ? -1
          : std::max<std::int64_t>(0, since_ns_[oldest_] + deadline_ns_ - coarse_now_ns());
  return {descriptor_, true, sent_ < out_.size(), timer_ns};
}

Status Connection::flush() {
  while (sent_ < out_.size() && error_.empty()) {
    const ssize_t size =
        send(descriptor_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size >= 0) {
      sent_ += static_cast<std::size_t>(size);
    } else if (errno == EAGAIN) {
      return Status::pending;
    } else if (errno != EINTR) {
      return fail(std::string("cannot send: ") + std::strerror(errno));
    }
  }
  if (!error_.empty()) {
    return Status::failed;
  }
  out_.clear();
  sent_ = 0;
  return Status::ok;
}

// Until all is sent or something has arrived: the server may be waiting for either. false: gone.
bool Connection::wait_to_send() {
  for (;;) {
    const Status sent = flush();
    if (sent != Status::pending) {
      return sent == Status::ok;
    }
    if (overdue()) {
      fail("no reply within the deadline");
      return false;
    }
    const int left_ms = static_cast<int>(waits().timer_ns / 1'000'000) + 1;
    pollfd wait{descriptor_, POLLIN | POLLOUT, 0};
    if (poll(&wait, 1, left_ms) > 0 && (wait.revents & POLLIN) != 0) {
      return true;
    }
  }
}

void Connection::make_room() {
  if (begin_ == end_) {
    begin_ = end_ = 0;
  } else if (in_.size() - end_ < least_buffer_bytes / 2 && begin_ > 0) {
    std::memmove(in_.data(), in_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == in_.size()) {
    in_.resize(in_.size() * 2);
  }
}

Status Connection::receive() {
  if (!error_.empty() || (blocking_ && !wait_to_send())) {
    return Status::failed;
  }
  make_room();
  for (;;) {
    const ssize_t size =
        recv(descriptor_, in_.data() + end_, in_.size() - end_, blocking_ ? 0 : MSG_DONTWAIT);
    if (size > 0) {
      end_ += static_cast<std::size_t>(size);
      return Status::ok;
    }
    if (size == 0) {
      return fail("it has closed the connection");
    }
    if (errno == EAGAIN) {
      return blocking_ || overdue() ? fail("no reply within the deadline") : Status::pending;
    }
    if (errno != EINTR) {
      return fail(std::string("cannot receive: ") + std::strerror(errno));
    }
  }
}

Bytes Connection::take() {
  const Bytes message = first_message(Bytes(in_.data() + begin_, end_ - begin_));
  if (message.data() != nullptr && in_flight_ > 0) {
    begin_ += sizeof(std::uint32_t) + message.size();
    oldest_ = (oldest_ + 1) % since_ns_.size();
    --in_flight_;
  }
  return message;
}

}  // namespace echo
