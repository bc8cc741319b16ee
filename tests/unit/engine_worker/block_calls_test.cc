// Calls to workers where the machine has no thread left to make them.
#include "engine/block_calls.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace assay::engine {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr std::size_t gigabyte = std::size_t{1} << 30;

// Each thread takes a gigabyte of address space for its stack, and two have room.
class TwoThreads {
 public:
  TwoThreads() {
    pthread_getattr_default_np(&default_);
    pthread_attr_t large;
    pthread_attr_init(&large);
    EXPECT_EQ(pthread_attr_setstacksize(&large, gigabyte), 0);
    EXPECT_EQ(pthread_setattr_default_np(&large), 0);
    pthread_attr_destroy(&large);
    getrlimit(RLIMIT_AS, &limit_);
    rlimit less = limit_;
    less.rlim_cur = used() + 2 * gigabyte + gigabyte / 2;
    EXPECT_EQ(setrlimit(RLIMIT_AS, &less), 0);
  }

  TwoThreads(const TwoThreads&) = delete;
  TwoThreads& operator=(const TwoThreads&) = delete;

  ~TwoThreads() {
    setrlimit(RLIMIT_AS, &limit_);
    pthread_setattr_default_np(&default_);
    pthread_attr_destroy(&default_);
  }

 private:
  static std::size_t used() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }

  pthread_attr_t default_{};
  rlimit limit_{};
};

TEST(BlockCalls, AThreadThatCannotStartIsAnErrorAfterTheOtherCallsHaveEnded) {
  Supervisor supervisor;
  std::vector<std::unique_ptr<WorkerLink>> workers;
  for (std::uint32_t i = 0; i < 8; ++i) {
    workers.push_back(
        std::make_unique<WorkerLink>(supervisor, i, "/bin/true", "/nowhere", "/dev/null"));
  }
  const std::atomic<bool> stop{false};
  const std::optional<adapters::Running> server;
  const Watch watch{supervisor, stop, server, "echo"};
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::string text;
  {
    const TwoThreads two;
    try {
      call_workers(watch, workers, "open", 10s, [&](WorkerLink&, grpc::ClientContext&) {
        ++begun;
        std::this_thread::sleep_for(50ms);
        ++ended;
        return grpc::Status::OK;
      });
    } catch (const Error& error) {
      text = error.what();
    }
  }
  EXPECT_TRUE(text.starts_with("no thread can be started to call worker 2 in open: ")) << text;
  EXPECT_TRUE(text.ends_with("; raise the limit of threads or use fewer processes")) << text;
  EXPECT_EQ(begun, 2);
  EXPECT_EQ(begun, ended);
}

}  // namespace
}  // namespace assay::engine
