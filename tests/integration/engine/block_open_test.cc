// Open loads in real workers: what a stall, failures, retries and a starved generator do to the
// figures. A machine that lends its CPUs to others makes every generator late, and these tests are
// of what is counted, not of the machine: they allow the generator more than a measurement may, and
// try again where it needs still more, five times in all.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "block_fixture.h"
#include "engine/clock.h"

namespace assay::engine {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr double ns_per_second = 1e9;
constexpr std::chrono::nanoseconds late_for_counts = 200ms;
constexpr std::chrono::nanoseconds late_for_times = 25ms;

class BlockOpenTest : public BlockTest {
 protected:
  static void offer(Block& block, double per_second, bool poisson = false) {
    block.late = late_for_counts;
    block.cell.open = matrix::OpenLoad{.per_second = per_second, .poisson = poisson};
  }

  Block echo(const matrix::Topology& topology) const {
    Block echo = block("echo");
    echo.cell.environment = Environment::native;
    echo.cell.topology = topology;
    return echo;
  }

  // Runs it until the generator was on time. Empty: the machine is too busy for that.
  std::optional<Measurement> punctual(const Block& block) {
    for (int attempt = 0; attempt < 5; ++attempt) {
      BlockResult result = run(block);
      if (result.measurement) {
        return std::move(*result.measurement);
      }
      if (result.failure->text.find("the load generator was late") == std::string::npos) {
        ADD_FAILURE() << result.failure->phase << ": " << result.failure->text;
        return std::nullopt;
      }
      std::filesystem::remove_all(block.folder);
      logs_stay_ = false;
    }
    return std::nullopt;
  }
};

#define ASSERT_PUNCTUAL(measurement) \
  ASSERT_TRUE(measurement) << "the machine is too busy for an open load at this rate"

// Stops a process for a while, once the window has begun, and measures for how long it did.
class Freezer {
 public:
  Freezer(std::function<std::vector<pid_t>()> find, std::chrono::milliseconds length)
      : find_(std::move(find)), length_(length) {}

  void begin() {
    if (!thread_.joinable()) {
      thread_ = std::jthread([this] { freeze(); });
    }
  }

  double seconds() {
    thread_.join();
    return seconds_;
  }

 private:
  void freeze() {
    const std::vector<pid_t> found = find_();
    const std::int64_t begin_ns = now_ns();
    for (const pid_t pid : found) {
      kill(pid, SIGSTOP);
    }
    std::this_thread::sleep_for(length_);
    for (const pid_t pid : found) {
      kill(pid, SIGCONT);
    }
    seconds_ = static_cast<double>(now_ns() - begin_ns) / ns_per_second;
  }

  std::function<std::vector<pid_t>()> find_;
  std::chrono::milliseconds length_;
  double seconds_ = 0;
  std::jthread thread_;
};

class StallTest : public BlockOpenTest {
 protected:
  // The server is stopped for a sixth of the window.
  std::pair<std::optional<Measurement>, double> stalled(Block block,
                                                        std::chrono::milliseconds window) {
    block.timing.measure = window;
    double stopped = 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
      Freezer freezer([] { return processes("assay-echo-serv"); }, window / 6);
      progress_ = [&](const Live& live) {
        if (live.phase == "measure") {
          freezer.begin();
        }
      };
      BlockResult result = run(block);
      progress_ = {};
      stopped = freezer.seconds();
      if (result.measurement) {
        return {std::move(*result.measurement), stopped};
      }
      EXPECT_NE(result.failure->text.find("the load generator was late"), std::string::npos)
          << result.failure->text;
      std::filesystem::remove_all(block.folder);
      logs_stay_ = false;
    }
    return {std::nullopt, stopped};
  }

  // Of the operations due in the window, those due within the stall wait for its end: the share
  // that waits for longer than x is (stall - x) / window.
  void expect_formula(const matrix::Topology& topology, std::chrono::milliseconds window) {
    Block open = echo(topology);
    offer(open, 1000);
    open.late = late_for_times;
    const auto [measurement, stall] = stalled(open, window);
    ASSERT_PUNCTUAL(measurement);
    const Histogram& response = measurement->response;
    const double length = window / 1.0s;
    EXPECT_EQ(measurement->open->due, static_cast<std::uint64_t>(length * 1000));
    EXPECT_EQ(response.count(), measurement->open->due);
    EXPECT_FALSE(measurement->open->overloaded);
    const auto seconds = [&](double quantile) {
      return static_cast<double>(response.at(quantile)) / ns_per_second;
    };
    EXPECT_LT(seconds(0.5), 0.02 * stall);
    EXPECT_NEAR(seconds(0.9), stall - 0.1 * length, 0.1 * stall);
    EXPECT_NEAR(seconds(0.99), stall - 0.01 * length, 0.1 * stall);
    EXPECT_NEAR(static_cast<double>(response.max_ns()) / ns_per_second, stall, 0.1 * stall);
    // The service took long only for what was in flight, and the generator was not late.
    EXPECT_LT(static_cast<double>(measurement->service.at(0.99)) / ns_per_second, 0.1 * stall);
    EXPECT_GT(measurement->open->waited, measurement->open->due / 10);
  }
};

TEST_F(StallTest, Row9AStallOfASixthIsChargedToASixthOfTheOperations) {
  expect_formula({.processes = 1, .threads = 1, .connections = 1, .depth = 0}, 3s);
}

TEST_F(StallTest, Row9TheSameInTheEventLoopOverSeveralConnections) {
  expect_formula({.processes = 1, .threads = 1, .connections = 4, .depth = 2}, 3s);
}

TEST_F(StallTest, LongRow9AStallOfFiveSecondsOfThirty) {
  expect_formula({.processes = 1, .threads = 1, .connections = 1, .depth = 0}, 30s);
  expect_formula({.processes = 1, .threads = 1, .connections = 4, .depth = 2}, 30s);
}

// What the others report: one operation of many was slow.
TEST_F(StallTest, Row9AClosedLoopSeesTheStallInItsGreatestTimeAlone) {
  const auto [measurement, stall] =
      stalled(echo({.processes = 1, .threads = 1, .connections = 1, .depth = 0}), 3s);
  ASSERT_TRUE(measurement);
  EXPECT_FALSE(measurement->open);
  EXPECT_EQ(measurement->service.count(), 0U) << "it equals the response";
  EXPECT_LT(static_cast<double>(measurement->response.at(0.99)) / ns_per_second, 0.02 * stall);
  EXPECT_NEAR(static_cast<double>(measurement->response.max_ns()) / ns_per_second, stall,
              0.1 * stall);
}

TEST_F(BlockOpenTest, EveryProcessThreadAndConnectionTakesItsShareOfTheLoad) {
  for (const std::uint32_t depth : {0U, 1U, 8U}) {
    Block wide = echo({.processes = 2, .threads = 2, .connections = 3, .depth = depth});
    offer(wide, 2000);
    wide.timing.measure = 500ms;
    const std::optional<Measurement> measurement = punctual(wide);
    ASSERT_PUNCTUAL(measurement);
    EXPECT_EQ(measurement->operations, 1000U) << depth;
    EXPECT_EQ(measurement->open->generator.count(), 1000U);
    EXPECT_EQ(measurement->service.count(), 1000U);
    EXPECT_EQ(static_cast<std::uint64_t>(counter(measurement->counters_after, "operations") -
                                         counter(measurement->counters_before, "operations")),
              measurement->finished);
    for (const double rate : measurement->per_process_ops_per_second) {
      EXPECT_NEAR(rate, 1000, 200);
    }
  }
}

TEST_F(BlockOpenTest, PoissonArrivalsHaveTheRateThatIsAskedFor) {
  Block poisson = block("noop");
  offer(poisson, 5000, true);
  poisson.timing.measure = 1s;
  const std::optional<Measurement> measurement = punctual(poisson);
  ASSERT_PUNCTUAL(measurement);
  EXPECT_NEAR(static_cast<double>(measurement->open->due), 5000, 5 * 71);
}

TEST_F(BlockOpenTest, MoreThanTheSystemCanDoIsAnOverloadAndNoFailure) {
  Block slow = faulty("first_try_fails");  // at least a millisecond each
  offer(slow, 2000);
  slow.timing.measure = 1s;
  const Measurement measurement = measured(slow);
  ASSERT_TRUE(measurement.open);
  EXPECT_TRUE(measurement.open->overloaded);
  EXPECT_LT(measurement.open->achieved_share, 0.6);
  EXPECT_GT(measurement.open->unsent, 0U);
}

// Row 12: what was refused at once is in no rate, in no time, and not the fastest.
TEST_F(BlockOpenTest, Row12RefusedOperationsAreInNoFigureButTheirOwn) {
  Block refusing = faulty("every_fifth_refused");
  offer(refusing, 500);
  refusing.timing.measure = 1s;
  const std::optional<Measurement> measurement = punctual(refusing);
  ASSERT_PUNCTUAL(measurement);
  EXPECT_EQ(measurement->open->due, 500U);
  EXPECT_EQ(measurement->operations, 400U);
  EXPECT_EQ(measurement->errors.at("refused"), 100U);
  EXPECT_EQ(measurement->response.count(), 400U);
  EXPECT_EQ(measurement->service.count(), 400U);
  EXPECT_GE(measurement->response.min_ns(), 500'000);
  EXPECT_NEAR(static_cast<double>(measurement->operations) / measurement->seconds, 400, 40);
  EXPECT_FALSE(measurement->open->overloaded) << "a refusal is an answer";
}

TEST_F(BlockOpenTest, Row12TheSameInAClosedLoop) {
  const Measurement measurement = measured(faulty("every_fifth_refused"));
  EXPECT_EQ(measurement.response.count(), measurement.operations);
  EXPECT_GE(measurement.response.min_ns(), 500'000);
  EXPECT_NEAR(static_cast<double>(measurement.errors.at("refused")),
              static_cast<double>(measurement.operations) / 4, 2);
}

// Row 16: a library that tries again by itself hides nothing: the time of both tries counts, and
// the system's counter of them is kept.
TEST_F(BlockOpenTest, Row16TheTimeOfAFailedFirstTryIsInTheLatency) {
  Block retrying = faulty("first_try_fails");
  offer(retrying, 200);
  retrying.timing.measure = 1s;
  const std::optional<Measurement> open = punctual(retrying);
  ASSERT_PUNCTUAL(open);
  const Measurement closed = measured(faulty("first_try_fails"));
  for (const Measurement* measurement : {&*open, &closed}) {
    EXPECT_GE(measurement->response.min_ns(), 1'000'000);
    EXPECT_EQ(static_cast<std::uint64_t>(counter(measurement->counters_after, "retries") -
                                         counter(measurement->counters_before, "retries")),
              measurement->finished);
  }
  EXPECT_GE(open->service.min_ns(), 1'000'000);
}

// Row 22: the worker runs for 2 ms of 20.
TEST_F(BlockOpenTest, Row22AStarvedGeneratorMakesNoMeasurement) {
  for (const double rate : {1000.0, 50'000.0}) {
    Block starved = block("noop");
    offer(starved, rate);
    starved.late = Block().late;
    starved.timing.measure = 1s;
    std::atomic<bool> done{false};
    std::jthread starver;
    progress_ = [&](const Live& live) {
      if (live.phase != "warmup" || starver.joinable()) {
        return;
      }
      starver = std::jthread([&done] {
        const std::vector<pid_t> workers = processes("assay-worker");
        while (!done) {
          for (const pid_t pid : workers) {
            kill(pid, SIGSTOP);
          }
          std::this_thread::sleep_for(18ms);
          for (const pid_t pid : workers) {
            kill(pid, SIGCONT);
          }
          std::this_thread::sleep_for(2ms);
        }
      });
    };
    starved.timing.warmup = 500ms;
    const Failure failure = failed(starved);
    done = true;
    progress_ = {};
    EXPECT_EQ(failure.phase, "measure");
    EXPECT_EQ(failure.text.substr(0, 27), "the load generator was late") << failure.text;
    std::filesystem::remove_all(starved.folder);
    logs_stay_ = false;
  }
}

}  // namespace
}  // namespace assay::engine
