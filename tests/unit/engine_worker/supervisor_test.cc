// The supervisor against real programs: statuses, signals, daemons, and what is left when the run
// is killed.
#include "engine/supervisor.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/scratch_folder.h"

namespace assay::engine {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class SupervisorTest : public testing::Test {
 protected:
  Command shell(const std::string& script) const {
    return {{"/bin/sh", "-c", script}, {}, folder_ / "log"};
  }

  std::string text(const std::string& name) const {
    std::ifstream file(folder_ / name);
    std::ostringstream all;
    all << file.rdbuf();
    return all.str();
  }

  // The pid a script writes into a file, once it is there.
  pid_t written_pid(const std::string& name) const {
    for (int i = 0; i < 1000; ++i) {
      const std::string found = text(name);
      if (!found.empty() && found.back() == '\n') {
        return std::stoi(found);
      }
      std::this_thread::sleep_for(milliseconds(5));
    }
    return -1;
  }

  static bool alive(pid_t pid) { return kill(pid, 0) == 0; }

  static bool ends(pid_t pid) {
    for (int i = 0; i < 1000 && alive(pid); ++i) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    return !alive(pid);
  }

  // A daemon in a session of its own, its parent gone, its environment empty.
  std::string daemon(const std::string& pid_file) const {
    return "(setsid env -i /bin/sh -c 'echo $$ >" + (folder_ / pid_file).string() +
           "; trap \"\" TERM; while :; do sleep 1; done' </dev/null >/dev/null 2>&1 &)";
  }

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
};

std::size_t open_descriptors(const std::string& pid) {
  const std::filesystem::directory_iterator all("/proc/" + pid + "/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST_F(SupervisorTest, ReportsExitStatusesAsWaitpidGivesThem) {
  Supervisor supervisor;
  const pid_t three = supervisor.start(shell("exit 3"));
  const pid_t killed = supervisor.start(shell("kill -SEGV $$"));
  const std::optional<int> status = supervisor.wait(three, seconds(10));
  ASSERT_TRUE(status);
  EXPECT_TRUE(WIFEXITED(*status));
  EXPECT_EQ(WEXITSTATUS(*status), 3);
  const std::optional<int> signalled = supervisor.wait(killed, seconds(10));
  ASSERT_TRUE(signalled);
  EXPECT_TRUE(WIFSIGNALED(*signalled));
  EXPECT_EQ(WTERMSIG(*signalled), SIGSEGV);
}

TEST_F(SupervisorTest, WaitsNoLongerThanAsked) {
  Supervisor supervisor;
  const pid_t pid = supervisor.start(shell("sleep 100"));
  EXPECT_FALSE(supervisor.exit_status(pid));
  EXPECT_FALSE(supervisor.wait(pid, milliseconds(20)));
  supervisor.stop(pid, seconds(10));
  EXPECT_TRUE(supervisor.exit_status(pid));
}

TEST_F(SupervisorTest, GivesVariablesAndAppendsOutputAndErrorsToTheLog) {
  Supervisor supervisor;
  Command command = shell("echo $COLOUR; echo $HOME; echo bad >&2");
  command.variables = {{"COLOUR", "red"}, {"HOME", "/nowhere"}};
  supervisor.wait(supervisor.start(command), seconds(10));
  supervisor.wait(supervisor.start(shell("echo second")), seconds(10));
  EXPECT_EQ(text("log"), "red\n/nowhere\nbad\nsecond\n");
}

TEST_F(SupervisorTest, NamesAProgramThatIsNotThere) {
  Supervisor supervisor;
  try {
    supervisor.start({{"/nowhere/redis-server"}, {}, folder_ / "log"});
    FAIL() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "cannot start /nowhere/redis-server: No such file or directory");
  }
}

TEST_F(SupervisorTest, NamesALogThatCannotBeWritten) {
  Supervisor supervisor;
  try {
    supervisor.start({{"/bin/true"}, {}, "/nowhere/log"});
    FAIL() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cannot write the log /nowhere/log of /bin/true: No such file or directory");
  }
}

TEST_F(SupervisorTest, NamesASupervisorProgramThatIsNotThere) {
  EXPECT_THROW(Supervisor("/nowhere/assay-supervisor"), Error);
}

TEST_F(SupervisorTest, RefusesACommandLineThatIsTooLongAndGoesOn) {
  Supervisor supervisor;
  EXPECT_THROW(supervisor.start({{"/bin/true", std::string(4'000'000, 'x')}, {}, "/dev/null"}),
               Error);
  EXPECT_EQ(supervisor.wait(supervisor.start(shell("exit 0")), seconds(10)), 0);
}

TEST_F(SupervisorTest, StopsWithSigtermWhereThatIsEnough) {
  Supervisor supervisor;
  const pid_t pid = supervisor.start(shell("trap 'echo bye; exit 7' TERM; echo up; read line"));
  while (text("log") != "up\n") {
    std::this_thread::sleep_for(milliseconds(2));
  }
  supervisor.stop(pid, seconds(10));
  EXPECT_EQ(WEXITSTATUS(*supervisor.exit_status(pid)), 7);
  EXPECT_EQ(text("log"), "up\nbye\n");
}

TEST_F(SupervisorTest, StopKillsWhatIgnoresSigtermAndItsDoubleForkedDaemons) {
  Supervisor supervisor;
  const pid_t bystander = supervisor.start(shell(daemon("other") + "; sleep 100"));
  const pid_t pid = supervisor.start(shell("trap '' TERM; " + daemon("daemon") + "; sleep 100"));
  const pid_t other = written_pid("other");
  const pid_t daemonised = written_pid("daemon");
  ASSERT_GT(daemonised, 0);
  supervisor.stop(pid, milliseconds(50));
  EXPECT_FALSE(alive(pid));
  EXPECT_FALSE(alive(daemonised));
  EXPECT_TRUE(alive(other)) << "a daemon of another program was killed";
  EXPECT_TRUE(alive(bystander));
}

TEST_F(SupervisorTest, StopEndsWhatAnEndedProgramLeftBehind) {
  Supervisor supervisor;
  const pid_t pid = supervisor.start(shell(daemon("daemon")));
  EXPECT_EQ(supervisor.wait(pid, seconds(10)), 0);
  const pid_t daemonised = written_pid("daemon");
  EXPECT_TRUE(alive(daemonised));
  supervisor.stop(pid, seconds(1));
  EXPECT_FALSE(alive(daemonised));
}

TEST_F(SupervisorTest, SignalsReachTheWholeGroupAndNothingAfterTheEnd) {
  Supervisor supervisor;
  const pid_t pid = supervisor.start(shell("sleep 100 & wait"));
  supervisor.signal(pid, SIGKILL);
  ASSERT_TRUE(supervisor.wait(pid, seconds(10)));
  supervisor.signal(pid, SIGKILL);
  EXPECT_EQ(supervisor.wait(supervisor.start(shell("exit 0")), seconds(10)), 0);
}

TEST_F(SupervisorTest, ItsEndKillsEverythingAndRemovesTheFoldersThatAreNotKept) {
  std::filesystem::create_directories(folder_ / "data/deep");
  std::ofstream(folder_ / "data/deep/file") << "x";
  std::filesystem::create_directory(folder_ / "kept");
  pid_t daemonised = -1;
  {
    Supervisor supervisor;
    supervisor.remove_at_end(folder_ / "data");
    supervisor.remove_at_end(folder_ / "kept");
    supervisor.keep(folder_ / "kept");
    supervisor.start(shell(daemon("daemon") + "; sleep 100"));
    daemonised = written_pid("daemon");
  }
  EXPECT_FALSE(alive(daemonised));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "kept"));
}

TEST_F(SupervisorTest, KillingTheRunLeavesNoProcessAndNoFolder) {
  std::filesystem::create_directory(folder_ / "data");
  const pid_t victim = fork();
  if (victim == 0) {
    const std::string program = std::string(ASSAY_BINARY_FOLDER) + "/bin/supervisor_victim";
    const std::string data = folder_ / "data";
    const std::string script = daemon("daemon") + "; echo $$ >" + (folder_ / "pid").string() +
                               "; trap '' TERM; while :; do sleep 1; done";
    execl(program.c_str(), program.c_str(), data.c_str(), script.c_str(), nullptr);
    _exit(127);
  }
  const pid_t pid = written_pid("pid");
  const pid_t daemonised = written_pid("daemon");
  ASSERT_GT(pid, 0);
  ASSERT_GT(daemonised, 0);
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
  EXPECT_TRUE(ends(pid));
  EXPECT_TRUE(ends(daemonised));
  for (int i = 0; i < 1000 && std::filesystem::exists(folder_ / "data"); ++i) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data"));
}

// The supervisor's own death is the one end it cannot tidy up after: processes must end even then.
TEST_F(SupervisorTest, KillingTheSupervisorEndsEverythingItStarted) {
  Supervisor supervisor;
  const pid_t pid = supervisor.start(shell(daemon("daemon") + "; cut -d' ' -f4 /proc/$PPID/stat >" +
                                           (folder_ / "supervisor").string() + "; sleep 100"));
  const pid_t daemonised = written_pid("daemon");
  const pid_t process = written_pid("supervisor");
  ASSERT_GT(process, 1);
  kill(process, SIGKILL);
  EXPECT_TRUE(supervisor.wait(pid, seconds(10)));
  EXPECT_TRUE(ends(daemonised));
  EXPECT_THROW(supervisor.start(shell("exit 0")), Error);
}

TEST_F(SupervisorTest, AThousandStartsAndStopsLeakNoDescriptor) {
  Supervisor supervisor;
  const pid_t first = supervisor.start(
      shell("cut -d' ' -f4 /proc/$PPID/stat >" + (folder_ / "supervisor").string()));
  supervisor.wait(first, seconds(10));
  supervisor.stop(first, seconds(10));
  const std::string process = std::to_string(written_pid("supervisor"));
  const std::size_t before = open_descriptors(process);
  const std::size_t own_before = open_descriptors("self");
  for (int i = 0; i < 1000; ++i) {
    const pid_t pid = supervisor.start({{"/bin/true"}, {}, "/dev/null"});
    supervisor.stop(pid, seconds(10));
  }
  EXPECT_EQ(open_descriptors(process), before);
  EXPECT_EQ(open_descriptors("self"), own_before);
}

TEST_F(SupervisorTest, StartsFromManyThreadsGetTheirOwnProcesses) {
  Supervisor supervisor;
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::array<int, 8> codes{};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const pid_t pid = supervisor.start(shell("exit " + std::to_string(i)));
      codes.at(i) = WEXITSTATUS(supervisor.wait(pid, seconds(20)).value_or(-1));
    });
  }
  for (std::thread& each : threads) {
    each.join();
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(codes.at(i), i);
  }
}

}  // namespace
}  // namespace assay::engine
