#include "process/run_program.h"

#include <gtest/gtest.h>

#include "assay/types.h"

namespace {

using assay::process::Ended;
using assay::process::run_program;
using namespace std::chrono_literals;

std::vector<std::string> lines_of(const std::string& script, Ended& ended,
                                  std::chrono::nanoseconds deadline = 10s) {
  std::vector<std::string> lines;
  ended = run_program({"sh", "-c", script}, deadline,
                      [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

TEST(RunProgram, HandsOverEachLineAlsoOneWithoutAnEnd) {
  Ended ended;
  EXPECT_EQ(lines_of("echo one; echo; printf two", ended),
            (std::vector<std::string>{"one", "", "two"}));
  EXPECT_TRUE(ended.well());
}

TEST(RunProgram, KeepsTheExitCodeAndStandardError) {
  Ended ended;
  lines_of("echo because >&2; exit 3", ended);
  EXPECT_FALSE(ended.well());
  EXPECT_EQ(ended.how(10s), "ended with code 3");
  EXPECT_EQ(ended.errors, "because\n");
}

TEST(RunProgram, NamesTheSignalThatEndedIt) {
  Ended ended;
  lines_of("kill -SEGV $$", ended);
  EXPECT_EQ(ended.how(10s), "was killed by signal 11 (Segmentation fault)");
}

TEST(RunProgram, KillsAtTheDeadlineWhatHangsOrClosesItsOutputAndHangs) {
  Ended ended;
  lines_of("exec sleep 60", ended, 1s);
  EXPECT_TRUE(ended.timed_out);
  EXPECT_EQ(ended.how(1s), "did not end within 1 s and was killed");
  lines_of("exec sleep 60 >&- 2>&-", ended, 1s);
  EXPECT_TRUE(ended.timed_out);
}

TEST(RunProgram, CutsAnEndlessLine) {
  Ended ended;
  std::size_t bytes = 0;
  ended = run_program({"sh", "-c", "head -c 3000000 /dev/zero"}, 10s,
                      [&](std::string_view line) { bytes += line.size(); });
  EXPECT_TRUE(ended.well());
  EXPECT_EQ(bytes, 3'000'000U);
}

TEST(RunProgram, SaysWhichProgramIsMissing) {
  try {
    run_program({"no-such-program-here"}, 1s, [](std::string_view) {});
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_STREQ(
        error.what(),
        "no-such-program-here cannot be started: No such file or directory; is it installed?");
  }
}

}  // namespace
