#include "engine/poller.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <functional>

namespace assay::engine {
namespace {

timespec span(std::int64_t ns) {
  ns = std::clamp<std::int64_t>(ns, 0, most_wait_ns);
  return {ns / 1'000'000'000, ns % 1'000'000'000};
}

}  // namespace

Poller::Poller(std::uint32_t lanes) : epoll_(epoll_create1(EPOLL_CLOEXEC)), watched_(lanes) {
  if (epoll_ < 0) {
    throw Error(
        fmt::format("cannot wait for connections: epoll_create1: {}; raise the limit of open files",
                    std::strerror(errno)));
  }
}

Poller::~Poller() { close(epoll_); }

void Poller::control(std::uint32_t lane, int operation, int fd, std::uint32_t events) const {
  epoll_event event{};
  event.events = events;
  event.data.u32 = lane;
  if (epoll_ctl(epoll_, operation, fd, &event) == 0 || operation == EPOLL_CTL_DEL) {
    return;  // a descriptor that the session has closed is gone from the set already
  }
  if (operation == EPOLL_CTL_MOD && errno == ENOENT) {
    control(lane, EPOLL_CTL_ADD, fd, events);
    return;
  }
  throw Error(
      fmt::format("cannot wait for descriptor {} of a session: {}; the plugin's waits() "
                  "must give an open socket or pipe that no other session has",
                  fd, std::strerror(errno)));
}

void Poller::watch(std::uint32_t lane, const Wait& wait, std::int64_t now_ns) {
  Watched& watched = watched_[lane];
  const std::uint32_t events = (wait.read ? EPOLLIN : 0U) | (wait.write ? EPOLLOUT : 0U);
  const int fd = events == 0 ? -1 : wait.fd;
  if (watched.fd != fd) {
    if (watched.fd >= 0) {
      control(lane, EPOLL_CTL_DEL, watched.fd, 0);
    }
    watched.fd = -1;
    if (fd >= 0) {
      control(lane, EPOLL_CTL_ADD, fd, events);
    }
  } else if (watched.events != events) {
    control(lane, EPOLL_CTL_MOD, fd, events);
  }
  watched.fd = fd;
  watched.events = events;
  watched.timer_ns = wait.timer_ns < 0 ? INT64_MAX : now_ns + wait.timer_ns;
  if (watched.timer_ns < watched.queued_ns) {
    watched.queued_ns = watched.timer_ns;
    timers_.emplace_back(watched.timer_ns, lane);
    std::push_heap(timers_.begin(), timers_.end(), std::greater<>());
  }
}

void Poller::add_ready(std::uint32_t lane) {
  if (!watched_[lane].ready) {
    watched_[lane].ready = true;
    ready_.push_back(lane);
  }
}

void Poller::take_timers(std::int64_t now_ns) {
  while (!timers_.empty() && timers_.front().first <= now_ns) {
    const auto [when_ns, lane] = timers_.front();
    std::pop_heap(timers_.begin(), timers_.end(), std::greater<>());
    timers_.pop_back();
    Watched& watched = watched_[lane];
    if (when_ns != watched.queued_ns) {
      continue;  // an earlier entry of this lane has taken its place
    }
    watched.queued_ns = INT64_MAX;
    if (watched.timer_ns <= now_ns) {
      watched.timer_ns = INT64_MAX;
      add_ready(lane);
    } else if (watched.timer_ns != INT64_MAX) {
      watched.queued_ns = watched.timer_ns;
      timers_.emplace_back(watched.timer_ns, lane);
      std::push_heap(timers_.begin(), timers_.end(), std::greater<>());
    }
  }
}

void Poller::wait_for_descriptors(std::int64_t now_ns, std::int64_t at_most_ns) {
  if (!timers_.empty()) {
    at_most_ns = std::min(at_most_ns, timers_.front().first - now_ns);
  }
  std::array<epoll_event, 64> events;
  const timespec at_most = span(at_most_ns);
  const int found =
      epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &at_most, nullptr);
  ready_.clear();
  for (int i = 0; i < found; ++i) {
    add_ready(events[static_cast<std::size_t>(i)].data.u32);
  }
}

std::span<const std::uint32_t> Poller::taken() {
  for (const std::uint32_t lane : ready_) {
    watched_[lane].ready = false;
  }
  return ready_;
}

bool wait_for(const Wait& wait) {
  if (wait.fd < 0) {
    return true;
  }
  pollfd descriptor{wait.fd,
                    static_cast<short>((wait.read ? POLLIN : 0) | (wait.write ? POLLOUT : 0)), 0};
  const timespec at_most = span(wait.timer_ns < 0 ? most_wait_ns : wait.timer_ns);
  ppoll(&descriptor, 1, &at_most, nullptr);
  return (descriptor.revents & ~POLLOUT) != 0;
}

}  // namespace assay::engine
