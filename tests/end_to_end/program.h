// Runs the real program as a user would, in a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace assay::end_to_end {

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
  Outcome run(const std::vector<std::string>& arguments) const;

  // Starts it and returns at once; errors and output go to files in folder().
  pid_t start(const std::vector<std::string>& arguments) const;
  // Waits for the end of a started one.
  Outcome finish(pid_t pid) const;

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

// A matrix of noop that is over in a second: two payloads, `rounds` rounds.
std::string small_matrix(int rounds);

// Waits until the condition holds; false when it does not within the time.
bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds at_most);

}  // namespace assay::end_to_end
