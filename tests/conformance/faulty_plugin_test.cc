// The suite can fail: a plugin with one fault fails the case that is there for it. The faults are
// in faulty_plugin.cc.
#include <gtest/gtest.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "checked.h"
#include "tests/scratch_folder.h"

namespace assay::conformance {
namespace {

struct Fault {
  std::string name;
  std::string fails;  // the case
  std::string text;   // part of what it says
};

// So that a failing test prints the fault's name.
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class FaultyPlugin : public testing::TestWithParam<Fault> {};

Checked check_faulty(const std::string& fault) {
  return check(ASSAY_BINARY_FOLDER "/lib/assay/faulty/assay-faulty_" + fault + ".so");
}

TEST(FaultlessPlugin, PassesWithoutItsFault) {
  const Checked checked = check_faulty("none");
  EXPECT_TRUE(checked.well) << checked.how;
  EXPECT_GT(checked.lines.size(), 60U);
  for (const Line& line : checked.failed()) {
    ADD_FAILURE() << line.form << ": " << line.name << "\n  " << line.text;
  }
}

TEST_P(FaultyPlugin, FailsTheCaseThatIsThereForItAndLeavesNothing) {
  const test::ScratchFolder scratch;
  setenv("TMPDIR", scratch.path().c_str(), 1);
  const Checked checked = check_faulty(GetParam().name);
  unsetenv("TMPDIR");
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
  EXPECT_FALSE(checked.well);
  const std::vector<Line> failed = checked.failed();
  const auto found = std::find_if(failed.begin(), failed.end(), [](const Line& line) {
    return line.name == GetParam().fails && line.text.find(GetParam().text) != std::string::npos;
  });
  std::string all;
  for (const Line& line : failed) {
    all += line.form + ": " + line.name + ": " + line.text + "\n";
  }
  EXPECT_NE(found, failed.end()) << checked.how << "; failed were:\n" << all;
}

// Whether a process still does anything: a dead one can wait long for whoever has to collect it.
bool runs(const std::string& pid) {
  std::string command;
  std::getline(std::ifstream("/proc/" + pid + "/cmdline"), command);
  return !command.empty();
}

class FaultyServer : public testing::TestWithParam<Fault> {};

TEST_P(FaultyServer, EndsWithTheSuite) {
  const test::ScratchFolder scratch;
  const std::filesystem::path file = scratch.path() / "pid";
  setenv("ASSAY_FAULTY_SERVER", file.c_str(), 1);
  const std::vector<Line> failed = check_faulty(GetParam().name).failed();
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].name, GetParam().fails);
  EXPECT_NE(failed[0].text.find(GetParam().text), std::string::npos) << failed[0].text;
  std::string pid;
  std::ifstream(file) >> pid;
  ASSERT_NE(pid, "");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (runs(pid) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_FALSE(runs(pid));
}

// As Ctrl-C does: the signal reaches the program and its worker.
TEST(StoppedCheck, LeavesNothing) {
  const test::ScratchFolder scratch;
  setenv("TMPDIR", scratch.path().c_str(), 1);
  std::string program = ASSAY_BINARY_FOLDER "/bin/assay";
  std::string command = "check-plugin";
  std::string file = ASSAY_BINARY_FOLDER "/lib/assay/faulty/assay-faulty_hangs.so";
  char* const arguments[] = {program.data(), command.data(), file.data(), nullptr};
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  ASSERT_EQ(posix_spawn(&pid, program.c_str(), nullptr, &attributes, arguments, environ), 0);
  posix_spawnattr_destroy(&attributes);
  unsetenv("TMPDIR");
  const auto stages = [&scratch] {
    const std::filesystem::recursive_directory_iterator all(scratch.path());
    return std::distance(begin(all), end(all));
  };
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (stages() < 2 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(stages(), 2);  // the suite's folder and its first stage: the worker is at work
  kill(-pid, SIGINT);
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

const Fault server_faults[] = {
    {"hangs_in_ready", "a place is prepared and opens with every option's default (native)",
     "a call hangs"},
    {"crashes_in_ready", "a place is prepared and opens with every option's default (native)",
     "died in this case"},
};

INSTANTIATE_TEST_SUITE_P(Each, FaultyServer, testing::ValuesIn(server_faults),
                         [](const auto& info) { return info.param.name; });

const Fault faults[] = {
    {"wrong_value", "values from 1 byte to 1 MiB come back", "(1000 bytes)"},
    {"always_not_found", "a value is read as it was stored, and replaced by the next",
     "gave not_found, wanted ok"},
    {"keeps_erased", "an erased key is gone, and erasing it again is not_found", "gave ok"},
    {"ends_at_zero", "a value may hold any bytes", "stored was"},
    {"empty_is_absent", "an empty value is there and empty", "gave absent"},
    {"skips_absent", "multi_get answers every key in its place", "5 keys gave 4 values"},
    {"never_expires", "a value expires after its lifetime and never before", "still there"},
    {"expires_early", "a value expires after its lifetime and never before", "gone before"},
    {"increments_text", "increment of a value that is no integer is refused and keeps it",
     "gave ok, wanted refused"},
    {"no_error_text", "increment of a value that is no integer is refused and keeps it",
     "does not say why"},
    {"loses_increments", "sessions on several threads lose no increment", "the counter says"},
    {"own_store", "sessions see each other's writes", "gave not_found"},
    {"mixes_replies", "replies come in order at the greatest depth", "out of order"},
    {"crashes_in_flight", "a session may be closed with operations in flight", "died in this case"},
    {"throws", "an absent key is not_found", "the get that throws"},
    {"throws_a_number", "an absent key is not_found", "no std::exception"},
    {"throws_in_prepare", "a place is prepared and opens with every option's default (embedded)",
     "not to my taste"},
    {"crashes", "sessions open and close again and again", "died in this case"},
    {"hangs", "sessions open and close again and again", "a call hangs"},
    {"other_level", "sessions at durability none read back that level (embedded)",
     "asked for durability none, read back power"},
    {"tells_a_secret", "sessions at durability none read back that level (embedded)",
     "db_password, which looks like a secret"},
    {"no_key_value", "a session has the components that the plugin declares", "lacks it"},
    {"no_component", "the plugin offers components, each once", "nothing to measure"},
    {"no_environment", "the plugin offers an environment that can be checked", "neither"},
    {"bad_default", "every option has a name, help and a default of its own type",
     "the default \"many\" is no integer"},
    {"bad_need", "the plugin offers durability levels, each once",
     "needs size to be \"2\", which is no option with that default"},
};

INSTANTIATE_TEST_SUITE_P(Each, FaultyPlugin, testing::ValuesIn(faults),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace assay::conformance
