// A run that was stopped goes on where it was, in its own folder, and only as the same run.
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"
#include "results/journal.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;
namespace fs = std::filesystem;

constexpr std::chrono::seconds patience{60};

class Resume : public Program {
 protected:
  nlohmann::json results(const std::string& run = "out") const {
    return nlohmann::json::parse(std::ifstream(folder() / run / "results.json"));
  }

  // Starts a run and stops it by Ctrl-C when it has finished some blocks.
  Outcome stopped(const std::vector<std::string>& arguments, std::size_t blocks) const {
    const pid_t pid = start(arguments);
    EXPECT_TRUE(eventually([&] { return reported_blocks().size() >= blocks; }, patience));
    kill(pid, SIGINT);
    Outcome outcome = finish(pid);
    EXPECT_EQ(outcome.code, 130) << outcome.errors;
    return outcome;
  }
};

TEST_F(Resume, GoesOnAfterCtrlCWithTheBlocksThatAreMissing) {
  write("m.yaml", small_matrix(8));
  stopped({"run", "m.yaml", "--out", "out"}, 3);
  const std::size_t before = reported_blocks().size();
  ASSERT_LT(before, 16U);
  const Outcome resumed = run({"run", "m.yaml", "--out", "out", "--resume"});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_LE(reported_blocks().size(), 16U - before);
  const nlohmann::json all = results();
  for (const auto& cell : all.at("cells")) {
    EXPECT_EQ(cell.at("repeats").size(), 8U);
  }
}

TEST_F(Resume, TheCommandThatAStoppedRunPrintsGoesOnWithIt) {
  write("m.yaml", small_matrix(8));
  const Outcome outcome = stopped({"run", "m.yaml", "--filter", "payload=10", "--set",
                                   "axes.payload=[10, 100]", "--out", "it's out"},
                                  1);
  const std::string before_it = "Go on with: ";
  const std::size_t begin = outcome.errors.find(before_it);
  ASSERT_NE(begin, std::string::npos) << outcome.errors;
  EXPECT_EQ(shell(outcome.errors.substr(begin + before_it.size())), 0) << outcome.errors;
  const nlohmann::json all = results("it's out");
  EXPECT_EQ(all.at("cells").at(0).at("repeats").size(), 8U);
  EXPECT_EQ(all.at("run").at("command"),
            assay::end_to_end::program_file().string() +
                " run m.yaml --filter payload=10 --set 'axes.payload=[10, 100]'");
}

TEST_F(Resume, TakesTheNewestRunOfThatVeryMatrix) {
  write("m.yaml", replaced(small_matrix(1), "name: small", "name: very-small"));
  ASSERT_EQ(run({"run", "m.yaml"}).code, 0);
  write("m.yaml", small_matrix(1));
  const Outcome none = run({"run", "m.yaml", "--resume"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.errors.find("there is no run of 'small'"), std::string::npos) << none.errors;
  write("m.yaml", replaced(small_matrix(1), "name: small", "name: very-small"));
  EXPECT_EQ(run({"run", "m.yaml", "--resume"}).code, 0);
  EXPECT_EQ(run({"run", "m.yaml", "--resume", "--seed", "2"}).code, 2);
}

TEST_F(Resume, RefusesAnotherMatrixAndSaysWhatChanged) {
  write("m.yaml", small_matrix(2));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const Outcome other = run({"run", "m.yaml", "--out", "out", "--resume", "--rounds", "3"});
  EXPECT_EQ(other.code, 4);
  EXPECT_NE(other.errors.find("rounds: was 2, is 3"), std::string::npos) << other.errors;
}

TEST_F(Resume, RefusesAnotherMachineAndSaysWhatChanged) {
  write("m.yaml", small_matrix(1));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  assay::results::Journal::open(folder() / "out").amend([](assay::results::Run& run) {
    run.machine["cpu_model"] = "Abacus 3000";
  });
  const Outcome other = run({"run", "m.yaml", "--out", "out", "--resume"});
  EXPECT_EQ(other.code, 4);
  EXPECT_NE(other.errors.find("machine, CPU: was 'Abacus 3000', is "), std::string::npos)
      << other.errors;
}

TEST_F(Resume, RefusesAnotherBuildOfAPluginAndSaysWhichFileChanged) {
  fs::create_directory(folder() / "plugins");
  const fs::path plugin = folder() / "plugins" / "assay-faults.so";
  fs::copy_file(ASSAY_FAULTS_PLUGIN, plugin);
  write("m.yaml", replaced(small_matrix(1), "plugin: noop", "plugin: faults"));
  const std::vector<std::string> command{"run",           "m.yaml",  "--out",   "out",
                                         "--plugin-path", "plugins", "--resume"};
  ASSERT_EQ(run({command.begin(), command.end() - 1}).code, 0);
  ASSERT_EQ(run(command).code, 0);
  std::ofstream(plugin, std::ios::app) << "another build";
  const Outcome other = run(command);
  EXPECT_EQ(other.code, 4);
  EXPECT_NE(other.errors.find("SHA-256 of the file, assay-faults.so: was '"), std::string::npos)
      << other.errors;
}

TEST_F(Resume, AFolderThatHoldsARunIsNotBegunAgain) {
  write("m.yaml", small_matrix(1));
  ASSERT_EQ(run({"run", "m.yaml", "--out", "out"}).code, 0);
  const Outcome again = run({"run", "m.yaml", "--out", "out"});
  EXPECT_EQ(again.code, 3);
  EXPECT_NE(again.errors.find("--resume"), std::string::npos) << again.errors;
}

TEST_F(Resume, AFolderThatAnotherRunIsUsingIsRefused) {
  write("m.yaml", small_matrix(40));
  const pid_t first = start({"run", "m.yaml", "--out", "out"});
  ASSERT_TRUE(eventually([this] { return !reported_blocks().empty(); }, patience));
  const Outcome second = run({"run", "m.yaml", "--out", "out", "--resume", "--quiet"},
                             {.output = "second-output", .errors = "second-errors"});
  EXPECT_EQ(second.code, 3) << second.errors;
  EXPECT_NE(second.errors.find("in use by process " + std::to_string(first)), std::string::npos)
      << second.errors;
  kill(first, SIGINT);
  EXPECT_EQ(finish(first).code, 130);
}

}  // namespace
