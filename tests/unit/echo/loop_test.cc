// The engine's event loop on a real server: the proof that one thread drives many connections.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>

#include "echo_server.h"
#include "engine/clock.h"
#include "engine/load_loop.h"

namespace {

using assay::Bytes;
using assay::Reply;
using assay::Status;
using assay::workload::Outcome;

// Each slot's operation in turn stores a value that names session and number, and reads it back.
class PutThenGet final : public assay::workload::Work {
 public:
  PutThenGet(assay::Session& session, std::uint32_t number)
      : key_value_(*session.key_value()), prefix_(std::to_string(number) + ":") {}

  std::uint32_t slots() const override { return slot_count; }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::uint32_t slot = first; slot < first + count; ++slot) {
      if (made_ % 2 == 0) {
        value_ = prefix_ + std::to_string(made_);
      }
      operations_[slot] = {made_++ % 2 == 0, value_};
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    const Operation& operation = operations_[slot];
    return operation.writes ? key_value_.put(prefix_, operation.value, 0, reply)
                            : key_value_.get(prefix_, reply);
  }

  bool checks() const override { return true; }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    const Operation& operation = operations_[slot];
    if (status != Status::ok) {
      return assay::workload::outcome_of(status);
    }
    return operation.writes || reply.value == operation.value ? Outcome::ok : Outcome::wrong_value;
  }

  assay::workload::Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  struct Operation {
    bool writes = true;
    std::string value;
  };

  static constexpr std::uint32_t slot_count = 64;

  assay::KeyValue& key_value_;
  std::string prefix_;
  std::array<Operation, slot_count> operations_;
  std::uint64_t made_ = 0;
  std::string value_;
};

struct Shape {
  std::uint32_t connections;
  std::uint32_t depth;
};

void PrintTo(const Shape& shape, std::ostream* stream) {
  *stream << shape.connections << " connections at depth " << shape.depth;
}

class EchoLoop : public testing::TestWithParam<Shape> {};

// row 4: the server's own count equals what the engine reports.
TEST_P(EchoLoop, FinishesEveryOperationAndTheServerCountsTheSame) {
  const auto [connections, depth] = GetParam();
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const EchoServer server;
  std::vector<std::unique_ptr<assay::Session>> sessions;
  std::vector<std::unique_ptr<PutThenGet>> works;
  std::vector<assay::engine::Lane> lanes;
  for (std::uint32_t number = 0; number < connections; ++number) {
    sessions.push_back(server.open(depth, connections == 1));
    works.push_back(std::make_unique<PutThenGet>(*sessions.back(), number));
    lanes.push_back({sessions.back().get(), works.back().get()});
  }
  constexpr std::uint64_t operations = 50'000;
  const std::int64_t now_ns = assay::engine::now_ns();
  const assay::engine::Window window{now_ns, now_ns, now_ns + 60'000'000'000, operations};
  assay::engine::Pulse pulse;
  assay::engine::Tally tally;
  const std::atomic<bool> stop{false};
  assay::engine::run_pipelined(lanes, depth, window, stop, pulse, tally);
  EXPECT_EQ(tally.outcomes[static_cast<std::size_t>(Outcome::ok)], operations) << tally.first_error;
  EXPECT_EQ(tally.response.count(), operations);
  EXPECT_EQ(server.operations(), static_cast<std::int64_t>(operations));
}

INSTANTIATE_TEST_SUITE_P(Shapes, EchoLoop,
                         testing::Values(Shape{1, 1}, Shape{1, 64}, Shape{2, 8}, Shape{256, 1},
                                         Shape{256, 16}, Shape{256, 64}),
                         [](const testing::TestParamInfo<Shape>& shape) {
                           return std::to_string(shape.param.connections) + "ConnectionsAtDepth" +
                                  std::to_string(shape.param.depth);
                         });

}  // namespace
