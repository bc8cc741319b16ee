// Runs the real program as a user would, in a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace assay::end_to_end {

// Where a program's output goes: files below the test's folder, but for a terminal its errors.
struct Streams {
  std::string output = "output";
  std::string errors = "errors";
  int terminal = -1;  // in place of the file `errors`, when it is not -1
};

struct Outcome {
  int code = -1;       // exit code; 128 + signal when it was killed
  std::string output;  // standard output
  std::string errors;  // standard error
};

// A test with a fresh current folder; it fails when processes or work folders of the program are
// left at its end.
class Program : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Runs assay with these arguments and waits for its end.
  Outcome run(const std::vector<std::string>& arguments, const Streams& streams = {}) const;

  // Starts it and returns at once.
  pid_t start(const std::vector<std::string>& arguments, const Streams& streams = {}) const;
  // Waits for the end of a started one.
  Outcome finish(pid_t pid, const Streams& streams = {}) const;

  // "CELL (round N" of the blocks that the last program has reported as ended, failed ones
  // included.
  std::set<std::string> reported_blocks() const;

  // Runs a shell command in the folder and returns its exit code.
  int shell(const std::string& command) const;

  // Writes a file below folder() and returns its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const;

  const std::filesystem::path& folder() const { return folder_; }

  // Processes of this test's runs whose command line holds the text.
  std::vector<pid_t> processes(const std::string& text) const;

  // Everything of a run that is still there: processes that carry an owner's tag and work folders.
  std::vector<std::string> left_over() const;

 private:
  std::filesystem::path folder_;
};

// The program under test.
std::filesystem::path program_file();

// The text with the first `from` in it changed; a test failure when there is none.
std::string replaced(std::string text, const std::string& from, const std::string& to);

// A matrix of noop that is over in a second: two payloads, `rounds` rounds.
std::string small_matrix(int rounds);

// The whole of a file; empty when it is not there.
std::string content(const std::filesystem::path& file);

// Waits until the condition holds; false when it does not within the time.
bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds at_most);

}  // namespace assay::end_to_end
