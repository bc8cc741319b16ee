// What the loops themselves cost an operation, beside their clock readings. Each benchmark runs
// whole loops and prints, in CPU time of the loop's thread:
//   op_ns        nanoseconds an operation
//   clock_ns     nanoseconds a clock reading
//   beside_ns    op_ns less the clock readings an operation needs
#include <benchmark/benchmark.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "assay/key_value.h"
#include "assay/session.h"
#include "echo_server.h"
#include "engine/clock.h"
#include "engine/load_loop.h"

namespace assay::engine {
namespace {

// A key-value system that answers at once; get gives back what was put last.
class NoopKeyValue final : public KeyValue {
 public:
  Status get(Bytes /*key*/, Reply& reply) override {
    reply.value = value_;
    return Status::ok;
  }

  Status put(Bytes /*key*/, Bytes value, std::int64_t /*ttl_ms*/, Reply& /*reply*/) override {
    value_ = value;
    return Status::ok;
  }

  Status erase(Bytes /*key*/, Reply& /*reply*/) override { return Status::ok; }

  Status increment(Bytes /*key*/, std::int64_t /*by*/, Reply& /*reply*/) override {
    return Status::ok;
  }

  Status multi_get(Span /*keys*/, Reply& /*reply*/) override { return Status::ok; }

  Status multi_put(Span /*keys*/, Span /*values*/, std::int64_t /*ttl_ms*/,
                   Reply& /*reply*/) override {
    return Status::ok;
  }

 private:
  Bytes value_;
};

// Owns its component rather than being it: with both as bases g++ 12 at -O3 clones the calls
// through the thunks of the second base wrongly, and put receives the key as its value.
class NoopSession final : public Session {
 public:
  KeyValue* key_value() override { return &key_value_; }

  Bytes last_error() const override { return {}; }

  Facts facts() override { return {}; }

 private:
  NoopKeyValue key_value_;
};

// Without checks it reads one key of 16 bytes. With checks it makes a value of 100 bytes for each
// operation, puts it, and compares what is there afterwards with it.
class NoopWork final : public workload::Work {
 public:
  NoopWork(NoopSession& session, bool checks)
      : key_value_(*session.key_value()), checks_(checks), values_(256, std::string(100, 'v')) {}

  std::uint32_t slots() const override { return static_cast<std::uint32_t>(values_.size()); }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::uint32_t slot = first; checks_ && slot < first + count; ++slot) {
      std::memcpy(values_[slot].data(), &++version_, sizeof version_);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return checks_ ? key_value_.put("key:000000000001", values_[slot], 0, reply)
                   : key_value_.get("key:000000000001", reply);
  }

  bool checks() const override { return checks_; }

  workload::Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    Reply read;
    key_value_.get("key:000000000001", read);
    return read.value == Bytes(values_[slot]) ? workload::outcome_of(status)
                                              : workload::Outcome::wrong_value;
  }

  workload::Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  KeyValue& key_value_;
  bool checks_;
  std::vector<std::string> values_;  // [slot]
  std::uint64_t version_ = 0;
};

// CPU time of this thread: what others on the machine do does not enter.
std::int64_t cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

double clock_reading_ns() {
  constexpr int readings = 200'000;
  const std::int64_t begin_ns = cpu_ns();
  for (int i = 0; i < readings; ++i) {
    benchmark::DoNotOptimize(now_ns());
  }
  return static_cast<double>(cpu_ns() - begin_ns) / readings;
}

Window operations(std::uint64_t count) {
  const std::int64_t now = now_ns();
  return {.start_ns = now, .measure_ns = now, .end_ns = now + 60'000'000'000, .operations = count};
}

// Runs `loop` once for each iteration, over that many operations, and prints the counters.
template <typename Loop>
void measure(benchmark::State& state, std::uint64_t count, double readings, const Loop& loop) {
  std::int64_t spent_ns = 0;
  for (auto _ : state) {
    Pulse pulse;
    Tally tally;
    const std::int64_t begin_ns = cpu_ns();
    loop(operations(count), pulse, tally);
    spent_ns += cpu_ns() - begin_ns;
    if (tally.response.count() != count) {
      state.SkipWithError(("not every operation was ok: " + tally.first_error).c_str());
      return;
    }
  }
  const double op_ns = static_cast<double>(spent_ns) / static_cast<double>(count) /
                       static_cast<double>(state.iterations());
  const double clock_ns = clock_reading_ns();
  state.counters["op_ns"] = op_ns;
  state.counters["clock_ns"] = clock_ns;
  state.counters["beside_ns"] = op_ns - readings * clock_ns;
}

const std::atomic<bool> never{false};

void plain(benchmark::State& state, bool checks) {
  NoopSession session;
  NoopWork work(session, checks);
  const Lane lane{&session, &work};
  measure(state, 200'000, checks ? 2 : 1, [&](const Window& window, Pulse& pulse, Tally& tally) {
    run_plain({&lane, 1}, window, never, pulse, tally);
  });
}

// budget: 15 ns beside one clock reading
void plain_unverified(benchmark::State& state) { plain(state, false); }

// budget: 35 ns beside two clock readings
void plain_verified(benchmark::State& state) { plain(state, true); }

// Over socket pairs to a thread that echoes: the peer and the kernel are most of it.
void pipelined(benchmark::State& state) {
  const auto connections = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::uint32_t>(state.range(1));
  const EchoServer server(connections, {});
  std::deque<EchoSession> sessions;
  std::deque<EchoWork> works;
  std::vector<Lane> lanes;
  for (std::size_t i = 0; i < connections; ++i) {
    EchoSession& session = sessions.emplace_back(server, i, connections == 1);
    lanes.push_back({&session, &works.emplace_back(session)});
  }
  measure(state, 20'000, 2.0 / depth, [&](const Window& window, Pulse& pulse, Tally& tally) {
    run_pipelined(lanes, depth, window, never, pulse, tally);
  });
}

BENCHMARK(plain_unverified);
BENCHMARK(plain_verified);
BENCHMARK(pipelined)->ArgNames({"connections", "depth"})->ArgsProduct({{1, 256}, {1, 16, 64}});

}  // namespace
}  // namespace assay::engine

BENCHMARK_MAIN();
