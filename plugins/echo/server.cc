#include "server.h"

#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <unordered_map>

#include "answers.h"
#include "client.h"
#include "endpoint.h"

namespace echo {

namespace {

class Loop {
 public:
  explicit Loop(int listener) : listener_(listener), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    watch(EPOLL_CTL_ADD, listener_, EPOLLIN);
  }

  void turn() {
    std::array<epoll_event, 256> events;
    const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
    for (int index = 0; index < count; ++index) {
      const int descriptor = events[static_cast<std::size_t>(index)].data.fd;
      if (descriptor == listener_) {
        accept_all();
      } else {
        serve_one(*clients_.at(descriptor).client);
      }
    }
  }

 private:
  struct Watched {
    std::unique_ptr<Client> client;
    std::uint32_t events = EPOLLIN;
  };

  void watch(int operation, int descriptor, std::uint32_t events) const {
    epoll_event event{};
    event.events = events;
    event.data.fd = descriptor;
    epoll_ctl(epoll_, operation, descriptor, &event);
  }

  // Out of descriptors: the rest waits in the backlog until a client leaves.
  void accept_all() {
    for (;;) {
      const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (descriptor < 0) {
        return;
      }
      clients_[descriptor].client = std::make_unique<Client>(descriptor);
      watch(EPOLL_CTL_ADD, descriptor, EPOLLIN);
    }
  }

  void serve_one(Client& client) {
    const int descriptor = client.descriptor();
    if (!client.serve(answers_)) {
      clients_.erase(descriptor);
      return;
    }
    const std::uint32_t events =
        (client.stuffed() ? 0U : EPOLLIN) | (client.unsent() ? EPOLLOUT : 0U);
    Watched& watched = clients_.at(descriptor);
    if (watched.events != events) {
      watched.events = events;
      watch(EPOLL_CTL_MOD, descriptor, events);
    }
  }

  int listener_;
  int epoll_;
  Answers answers_;
  std::unordered_map<int, Watched> clients_;  // [descriptor]
};

void allow_many_descriptors() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

void serve(const std::string& path) {
  allow_many_descriptors();
  Loop loop(listen_at(path));
  for (;;) {
    loop.turn();
  }
}

}  // namespace echo
