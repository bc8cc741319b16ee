// Runs blocks in a folder of the test's own, and checks after each test that no process and no
// folder is left.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/block.h"
#include "engine/supervisor.h"

namespace assay::engine {

class BlockTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // A short block over 100 keys on a plugin, in one process with one thread.
  Block block(const std::string& plugin, const std::string& workload = "cache.get") const;

  // The same on the plugin that fails, with short deadlines.
  Block faulty(const std::string& fault, const std::string& workload = "cache.get") const;

  // A block that reads some 20 MB of rows one by one, on sqlite, in a folder on the disk that the
  // build is on: a file system in memory has nothing to drop.
  Block rows() const;

  BlockResult run(const Block& block);

  // Runs it and returns its measurement; a failure fails the test, and so do figures that do not
  // add up.
  Measurement measured(const Block& block);

  // Runs it and returns its failure; a measurement fails the test.
  Failure failed(const Block& block);

  // The pids of the processes below this one with this name, of which the kernel keeps 15 letters.
  static std::vector<pid_t> processes(const std::string& name);

  std::filesystem::path folder_;
  std::atomic<bool> stop_{false};
  std::function<void(const Live&)> progress_;
  bool logs_stay_ = false;  // what TearDown expects; set by failed()

 private:
  std::unique_ptr<Supervisor> supervisor_;
};

// The value of a counter. Fails the test when there is none of the name.
std::int64_t counter(const std::vector<Counter>& counters, const std::string& name);

}  // namespace assay::engine
