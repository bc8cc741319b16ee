// Limits on what the worker processes together may use.
#include "engine/memory_limit.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "block_fixture.h"

namespace assay::engine {
namespace {

using MemoryTest = BlockTest;

std::size_t groups_of_this_process() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(memory_groups().parent)) {
    count += entry.path().filename().string().find("-" + std::to_string(getpid()) + "-") !=
                     std::string::npos
                 ? 1
                 : 0;
  }
  return count;
}

TEST_F(MemoryTest, DataThatIsLargerThanTheMemoryLimitIsReadAgainAndAgain) {
  Block limited = rows();
  limited.cell.settings["cache_pages"] = "64";
  limited.cell.parameters["rows"] = 100'000;
  limited.cell.memory_bytes = 14 << 20;
  const Measurement measurement = measured(limited);
  EXPECT_GT(measurement.resources.at("client").read_bytes, 1 << 20);
  EXPECT_EQ(groups_of_this_process(), 0U);
}

TEST_F(MemoryTest, AWorkerThatNeedsMoreThanTheLimitFailsItsBlockWithTheReason) {
  Block starved = rows();
  starved.cell.memory_bytes = 2 << 20;
  const Failure failure = failed(starved);
  EXPECT_NE(failure.text.find("the cell's memory of 2MiB is too little"), std::string::npos)
      << failure.text;
  EXPECT_EQ(groups_of_this_process(), 0U);
  std::filesystem::remove_all(starved.folder);
  logs_stay_ = false;
}

TEST_F(MemoryTest, AGroupGoesWithItsSupervisor) {
  auto supervisor = std::make_unique<Supervisor>();
  alignas(MemoryLimit) static std::byte place[sizeof(MemoryLimit)];
  new (place) MemoryLimit(64 << 20, *supervisor);  // never destroyed, as in a run that is killed
  EXPECT_EQ(groups_of_this_process(), 1U);
  supervisor.reset();
  EXPECT_EQ(groups_of_this_process(), 0U);
}

}  // namespace
}  // namespace assay::engine
