// A real peer for pipelined sessions: a thread that answers each frame on its socket pairs, in
// order, with the frame's first 8 bytes. And a session and a work that talk to it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "assay/session.h"
#include "engine/load_loop.h"
#include "workload/work.h"

namespace assay::engine {

class EchoServer {
 public:
  struct Behaviour {
    std::size_t frame_bytes = 8;
    std::size_t silent_from = SIZE_MAX;  // connections from this one on get no answer
    std::uint64_t close_after = 0;       // connection 0 is closed after so many frames; 0: never
    std::chrono::milliseconds asleep{};  // before it reads anything: the sockets fill up
  };

  EchoServer(std::size_t connections, const Behaviour& behaviour);
  ~EchoServer();
  EchoServer(const EchoServer&) = delete;
  EchoServer& operator=(const EchoServer&) = delete;

  // The client's end of a connection. The server closes it at its own end.
  int client_end(std::size_t connection) const { return client_ends_[connection]; }

  std::size_t frame_bytes() const { return behaviour_.frame_bytes; }

  // Whole frames received.
  std::uint64_t frames() const { return frames_; }

 private:
  struct Connection {
    int fd = -1;
    std::string partial;  // less than a frame
    std::uint64_t frames = 0;
  };

  void serve();
  void answer(std::size_t connection);

  Behaviour behaviour_;
  std::vector<int> client_ends_;
  std::vector<Connection> connections_;
  int stop_;  // an eventfd
  std::atomic<std::uint64_t> frames_{0};
  std::thread thread_;
};

class EchoSession final : public Session {
 public:
  EchoSession(const EchoServer& server, std::size_t connection, bool blocking)
      : fd_(server.client_end(connection)),
        frame_bytes_(server.frame_bytes()),
        blocking_(blocking) {}

  Status call(std::uint64_t number);

  Bytes last_error() const override { return error_; }

  Facts facts() override { return {}; }

  Wait waits() override { return {.fd = fd_, .read = true, .write = !out_.empty()}; }

  Status flush() override;
  Status receive() override;
  bool take(Status& status, Reply& reply) override;

  // How often receive was called.
  std::uint64_t receives() const { return receives_; }

  // How often flush could not send everything.
  std::uint64_t short_sends() const { return short_sends_; }

 private:
  int fd_;
  std::size_t frame_bytes_;
  bool blocking_;
  std::string out_;
  std::string in_;
  std::string error_;
  std::uint64_t receives_ = 0;
  std::uint64_t short_sends_ = 0;
};

// Numbers its operations and checks that each answer bears its own number.
class EchoWork final : public workload::Work {
 public:
  explicit EchoWork(EchoSession& session, bool checks = true)
      : session_(session), checks_(checks), numbers_(64) {}

  std::uint32_t slots() const override { return static_cast<std::uint32_t>(numbers_.size()); }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::uint32_t slot = first; slot < first + count; ++slot) {
      numbers_[slot] = ++made_;
    }
  }

  Status issue(std::uint32_t slot, Reply& /*reply*/) override {
    return session_.call(numbers_[slot]);
  }

  bool checks() const override { return checks_; }

  workload::Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (stop_at_ > 0 && ++checked_ == stop_at_) {
      *stop_ = true;
    }
    const bool wrong =
        status == Status::ok && static_cast<std::uint64_t>(reply.number) != numbers_[slot];
    return wrong ? workload::Outcome::wrong_value : workload::outcome_of(status);
  }

  workload::Verdict verify(std::uint64_t /*most*/) override { return {}; }

  // Sets `stop` at the nth check.
  void stop_at(std::uint64_t checks, std::atomic<bool>& stop) {
    stop_at_ = checks;
    stop_ = &stop;
  }

 private:
  EchoSession& session_;
  bool checks_;
  std::vector<std::uint64_t> numbers_;  // [slot]
  std::uint64_t made_ = 0;
  std::uint64_t checked_ = 0;
  std::uint64_t stop_at_ = 0;
  std::atomic<bool>* stop_ = nullptr;
};

// Lanes of the event loop to one server, each over a connection of its own.
struct EchoBench {
  // blocking: a session waits in the read itself.
  EchoBench(std::size_t connections, const EchoServer::Behaviour& behaviour, bool checks,
            bool blocking)
      : server(connections, behaviour) {
    for (std::size_t i = 0; i < connections; ++i) {
      EchoSession& session = sessions.emplace_back(server, i, blocking);
      lanes.push_back({&session, &works.emplace_back(session, checks)});
    }
  }

  void run(std::uint32_t depth, const Window& window) {
    run_pipelined(lanes, depth, window, stop, pulse, tally);
  }

  EchoServer server;
  std::deque<EchoSession> sessions;
  std::deque<EchoWork> works;
  std::vector<Lane> lanes;
  std::atomic<bool> stop{false};
  Pulse pulse;
  Tally tally;
};

}  // namespace assay::engine
