#include "echo_server.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace assay::engine {
namespace {

constexpr std::size_t number_bytes = sizeof(std::uint64_t);

}  // namespace

EchoServer::EchoServer(std::size_t connections, const Behaviour& behaviour)
    : behaviour_(behaviour), connections_(connections), stop_(eventfd(0, EFD_CLOEXEC)) {
  for (Connection& connection : connections_) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      throw std::runtime_error(std::strerror(errno));
    }
    client_ends_.push_back(ends[0]);
    connection.fd = ends[1];
  }
  thread_ = std::thread([this] { serve(); });
}

EchoServer::~EchoServer() {
  eventfd_write(stop_, 1);
  thread_.join();
  for (const Connection& connection : connections_) {
    if (connection.fd >= 0) {
      close(connection.fd);
    }
  }
  for (const int fd : client_ends_) {
    close(fd);
  }
  close(stop_);
}

void EchoServer::serve() {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  epoll_event event{};
  event.events = EPOLLIN;
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    event.data.u64 = i;
    epoll_ctl(epoll, EPOLL_CTL_ADD, connections_[i].fd, &event);
  }
  event.data.u64 = connections_.size();
  epoll_ctl(epoll, EPOLL_CTL_ADD, stop_, &event);
  std::this_thread::sleep_for(behaviour_.asleep);
  for (bool stopped = false; !stopped;) {
    std::array<epoll_event, 64> events{};
    const int found = epoll_wait(epoll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < found; ++i) {
      const std::size_t connection = events[static_cast<std::size_t>(i)].data.u64;
      if (connection == connections_.size()) {
        stopped = true;
      } else {
        answer(connection);
      }
    }
  }
  close(epoll);
}

void EchoServer::answer(std::size_t index) {
  Connection& connection = connections_[index];
  std::array<char, 65536> buffer;
  const ssize_t got = recv(connection.fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got <= 0) {
    return;
  }
  connection.partial.append(buffer.data(), static_cast<std::size_t>(got));
  std::string answers;
  std::size_t at = 0;
  for (; connection.partial.size() - at >= behaviour_.frame_bytes; at += behaviour_.frame_bytes) {
    ++frames_;
    ++connection.frames;
    if (index == 0 && connection.frames == behaviour_.close_after) {
      close(connection.fd);
      connection.fd = -1;
      return;
    }
    if (index < behaviour_.silent_from) {
      answers.append(connection.partial, at, number_bytes);
    }
  }
  connection.partial.erase(0, at);
  send(connection.fd, answers.data(), answers.size(), MSG_NOSIGNAL);
}

Status EchoSession::call(std::uint64_t number) {
  std::array<char, number_bytes> bytes{};
  std::memcpy(bytes.data(), &number, number_bytes);
  out_.append(bytes.data(), number_bytes);
  out_.append(frame_bytes_ - number_bytes, 'x');
  return Status::pending;
}

Status EchoSession::flush() {
  while (!out_.empty()) {
    const ssize_t sent = send(fd_, out_.data(), out_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) {
      ++short_sends_;
      return Status::pending;
    }
    if (sent < 0) {
      error_ = "the server has gone";
      return Status::failed;
    }
    out_.erase(0, static_cast<std::size_t>(sent));
  }
  return Status::ok;
}

Status EchoSession::receive() {
  ++receives_;
  std::array<char, 65536> buffer;
  const ssize_t got = recv(fd_, buffer.data(), buffer.size(), blocking_ ? 0 : MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) {
    return Status::pending;
  }
  if (got <= 0) {
    error_ = "the server has gone";
    return Status::failed;
  }
  in_.append(buffer.data(), static_cast<std::size_t>(got));
  return Status::ok;
}

bool EchoSession::take(Status& status, Reply& reply) {
  if (in_.size() < number_bytes) {
    return false;
  }
  std::memcpy(&reply.number, in_.data(), number_bytes);
  in_.erase(0, number_bytes);
  status = Status::ok;
  return true;
}

}  // namespace assay::engine
