// What a user gets wrong, or finds broken: a clear message, the documented exit code, nothing left.
#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "program.h"

namespace {

using assay::end_to_end::eventually;
using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;
namespace fs = std::filesystem;

class BadInput : public Program {
 protected:
  void expect(const std::vector<std::string>& arguments, int code,
              const std::vector<std::string>& words) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.errors;
    for (const std::string& word : words) {
      EXPECT_NE(outcome.errors.find(word), std::string::npos)
          << "missing: " << word << "\nin: " << outcome.errors;
    }
  }

  void replace_in_matrix(const std::string& from, const std::string& to) const {
    write("m.yaml", replaced(small_matrix(1), from, to));
  }
};

// A small file system of its own that is unmounted at the end.
class SmallDisk {
 public:
  SmallDisk(fs::path folder, const std::string& options) : folder_(std::move(folder)) {
    fs::create_directory(folder_);
    mounted_ = mount("tmpfs", folder_.c_str(), "tmpfs", 0, options.c_str()) == 0;
    EXPECT_TRUE(mounted_) << "mounting needs root: " << std::strerror(errno);
  }

  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  ~SmallDisk() {
    if (mounted_) {
      umount2(folder_.c_str(), MNT_DETACH);
    }
  }

  // Without it the folder is on the machine's own disk.
  bool mounted() const { return mounted_; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

TEST_F(BadInput, NoCommandOrAnUnknownOneIsWrongUsage) {
  expect({}, 2, {"subcommand is required"});
  expect({"rum"}, 2, {"rum"});
  expect({"run"}, 2, {"matrix is required"});
  EXPECT_EQ(run({"--help"}).code, 0);
  EXPECT_EQ(run({"--version"}).code, 0);
}

TEST_F(BadInput, EveryCommandsHelpHasAnExample) {
  for (const char* command : {"run", "report", "export", "list", "describe", "doctor",
                              "check-plugin", "clean", "completion", "man"}) {
    const Outcome help = run({command, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.output.find("Example: assay " + std::string(command)), std::string::npos)
        << command;
  }
}

TEST_F(BadInput, AMatrixThatIsNotThere) { expect({"run", "none.yaml"}, 2, {"none.yaml"}); }

TEST_F(BadInput, AMatrixThatIsNotYaml) {
  write("m.yaml", "axes: [1, 2\nname: {");
  expect({"run", "m.yaml"}, 2, {"m.yaml:"});
}

TEST_F(BadInput, AMistakeIsNamedWithItsLineAndTheNearestWord) {
  replace_in_matrix("cache.get", "cache.gett");
  expect({"run", "m.yaml"}, 2, {"m.yaml:10", "cache.gett", "cache.get"});
  EXPECT_FALSE(fs::exists(folder() / "runs"));
}

TEST_F(BadInput, AnAliasBombIsRefusedAtOnce) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    const std::string below = "*a" + std::to_string(level - 1);
    bomb += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [";
    for (int index = 0; index < 10; ++index) {
      bomb += below + (index < 9 ? ", " : "]\n");
    }
  }
  write("m.yaml", bomb);
  expect({"run", "m.yaml"}, 2, {"m.yaml"});
}

TEST_F(BadInput, ATenMegabyteMatrixIsRefused) {
  write("m.yaml", "name: " + std::string(10'000'000, 'x'));
  expect({"run", "m.yaml"}, 2, {"m.yaml"});
}

TEST_F(BadInput, ABillionCellsAreRefusedBeforeAnyIsMade) {
  std::string list = "[1";
  for (int value = 2; value <= 1000; ++value) {
    list += ", " + std::to_string(value);
  }
  list += "]";
  replace_in_matrix("[10, 100]", list + "\n  keys: " + list + "\n  threads: " + list);
  expect({"run", "m.yaml"}, 2, {"cells"});
}

TEST_F(BadInput, APluginThatIsMissing) {
  replace_in_matrix("plugin: noop", "plugin: nope");
  expect({"run", "m.yaml"}, 2, {"nope", "noop"});
}

TEST_F(BadInput, APluginThatIsCorrupt) {
  fs::create_directory(folder() / "plugins");
  std::ofstream(folder() / "plugins" / "assay-broken.so") << "this is no library";
  replace_in_matrix("plugin: noop", "plugin: broken");
  expect({"run", "m.yaml", "--plugin-path", "plugins"}, 3, {"assay-broken.so"});
}

TEST_F(BadInput, APluginThatIsAForeignLibrary) {
  fs::create_directory(folder() / "plugins");
  fs::copy_file("/lib/x86_64-linux-gnu/libz.so.1", folder() / "plugins" / "assay-foreign.so");
  replace_in_matrix("plugin: noop", "plugin: foreign");
  expect({"run", "m.yaml", "--plugin-path", "plugins"}, 3, {"assay-foreign.so", "assay_plugin"});
}

TEST_F(BadInput, APluginPathThatIsNotThere) {
  write("m.yaml", small_matrix(1));
  expect({"run", "m.yaml", "--plugin-path", "nowhere"}, 2, {"nowhere"});
}

TEST_F(BadInput, ALevelThePluginLacks) {
  replace_in_matrix("durability: none", "durability: power");
  expect({"run", "m.yaml"}, 2, {"m.yaml:9", "power", "none"});
}

TEST_F(BadInput, AnOutputFolderThatCannotBeWritten) {
  write("m.yaml", small_matrix(1));
  expect({"run", "m.yaml", "--out", "/proc/out"}, 3, {"/proc/out", "--out"});
  const SmallDisk disk(folder() / "read-only", "size=1m,ro");
  ASSERT_TRUE(disk.mounted());
  expect({"run", "m.yaml", "--out", "read-only"}, 3, {"read-only", "--out"});
}

TEST_F(BadInput, AFullOutputFolderStopsTheRunAndLosesNothingThatWasFinished) {
  write("m.yaml", small_matrix(20));
  const SmallDisk disk(folder() / "small", "size=8m");
  ASSERT_TRUE(disk.mounted());
  const pid_t pid = start({"run", "m.yaml", "--out", "small/out"});
  ASSERT_TRUE(
      eventually([this] { return reported_blocks().size() >= 2; }, std::chrono::seconds(30)));
  const fs::path filler = folder() / "small" / "filler";
  std::ofstream out(filler, std::ios::binary);
  constexpr std::size_t page = 4096;
  constexpr std::size_t at_most = 4 * 8 * 1024 * 1024 / page;  // four times the disk
  for (std::size_t pages = 0; out.write(std::string(page, 'x').data(), page).flush(); ++pages) {
    ASSERT_LT(pages, at_most) << "the disk does not fill";
  }
  const Outcome full = finish(pid);
  EXPECT_EQ(full.code, 3) << full.errors;
  EXPECT_NE(full.errors.find("small/out"), std::string::npos) << full.errors;
  out.close();  // an open file keeps its room
  fs::remove(filler);
  const std::size_t before = reported_blocks().size();
  const Outcome resumed = run({"run", "m.yaml", "--out", "small/out", "--resume"});
  EXPECT_NE(resumed.code, 3) << resumed.errors;
  EXPECT_LE(reported_blocks().size(), 40 - before) << resumed.errors;
}

TEST_F(BadInput, PowerOnAFileSystemInMemoryIsRefused) {
  write("m.yaml", replaced(replaced(small_matrix(1), "plugin: noop", "plugin: sqlite"),
                           "durability: none", "durability: power"));
  const SmallDisk disk(folder() / "memory", "size=64m");
  ASSERT_TRUE(disk.mounted());
  expect({"run", "m.yaml", "--out", "memory/out"}, 3, {"power", "memory/out", "tmpfs", "--out"});
  EXPECT_FALSE(fs::exists(folder() / "memory" / "out"));
}

TEST_F(BadInput, AResumeOfAFolderThatIsNotThereMakesNone) {
  write("m.yaml", small_matrix(1));
  expect({"run", "m.yaml", "--resume", "--out", "typo"}, 2, {"no journal in", "typo"});
  EXPECT_FALSE(fs::exists(folder() / "typo"));
}

TEST_F(BadInput, JsonOfARunIsRefusedByNameOfTheFileThatHasIt) {
  write("m.yaml", small_matrix(1));
  expect({"run", "m.yaml", "--json"}, 2, {"--dry-run", "results.json"});
  EXPECT_FALSE(fs::exists(folder() / "runs"));
}

TEST_F(BadInput, RoundsHaveTheSameRangeEverywhere) {
  write("m.yaml", small_matrix(1));
  expect({"run", "m.yaml", "--rounds", "0"}, 2, {"--rounds 0", "1 to 10000"});
  expect({"run", "m.yaml", "--rounds", "10001"}, 2, {"--rounds 10001", "1 to 10000"});
  EXPECT_EQ(run({"run", "m.yaml", "--dry-run", "--rounds", "10000"}).code, 0);
  replace_in_matrix("rounds: 1", "rounds: 10001");
  expect({"run", "m.yaml", "--dry-run"}, 2, {"m.yaml:3", "10000"});
}

TEST_F(BadInput, AReportOfNothing) {
  expect({"report", "nowhere"}, 2, {"nowhere"});
  write("results.json", "{\"schema\": 1}");
  expect({"report", "results.json"}, 2, {"run"});
}

TEST_F(BadInput, DescribeAnUnknownPluginNamesThoseThereAre) {
  expect({"describe", "nope"}, 2, {"nope", "sqlite"});
}

TEST_F(BadInput, CheckPluginFailsOnAFileThatIsNone) {
  write("assay-x.so", "no library");
  const Outcome refused = run({"check-plugin", "assay-x.so"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.output.find("assay-x.so"), std::string::npos) << refused.output;
  EXPECT_NE(refused.output.find("0 passed, 1 failed"), std::string::npos) << refused.output;
  expect({"check-plugin", "assay-y.so"}, 2, {"assay-y.so"});
}

}  // namespace
