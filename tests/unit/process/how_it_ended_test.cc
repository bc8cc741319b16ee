#include "process/how_it_ended.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace assay::process {
namespace {

class LogTailTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }

  std::string tail_of(const std::string& text) {
    std::ofstream(file_) << text;
    return log_tail(file_);
  }

  std::filesystem::path file_ =
      testing::TempDir() + "assay-log-tail-test-" + std::to_string(getpid());
};

TEST_F(LogTailTest, IsEmptyWithoutALogAndForAnEmptyOne) {
  EXPECT_EQ(log_tail("/nowhere/log"), "");
  EXPECT_EQ(tail_of(""), "");
}

TEST_F(LogTailTest, ShowsAShortLogWhole) { EXPECT_EQ(tail_of("one\ntwo"), "\n  one\n  two"); }

TEST_F(LogTailTest, ShowsTheLastTenLines) {
  std::string text;
  std::string expected;
  for (int i = 1; i <= 12; ++i) {
    text += std::to_string(i) + "\n";
    expected += i > 2 ? "\n  " + std::to_string(i) : "";
  }
  EXPECT_EQ(tail_of(text), expected);
}

TEST_F(LogTailTest, CutsALongLineToItsEnd) {
  EXPECT_EQ(tail_of(std::string(5000, 'x') + "end"), "\n  " + std::string(1997, 'x') + "end");
}

TEST(HowItEnded, SaysCodeOrSignal) {
  EXPECT_EQ(how_it_ended(3 << 8), "ended with code 3");
  EXPECT_EQ(how_it_ended(SIGKILL), "was killed by signal 9 (Killed)");
}

TEST(HowItEnded, NamesASignalThatHasNoDescription) {
  EXPECT_EQ(how_it_ended(40), "was killed by signal 40");
}

}  // namespace
}  // namespace assay::process
