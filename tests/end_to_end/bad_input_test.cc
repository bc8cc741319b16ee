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
    std::string text = small_matrix(1);
    const std::size_t position = text.find(from);
    ASSERT_NE(position, std::string::npos);
    write("m.yaml", text.replace(position, from.size(), to));
  }

  // Finished blocks that the program has reported.
  std::size_t lines_of_blocks() const {
    std::ifstream errors(folder() / "errors");
    std::size_t count = 0;
    for (std::string line; std::getline(errors, line);) {
      count += line.find("(round ") != std::string::npos && !line.starts_with("failed") ? 1 : 0;
    }
    return count;
  }
};

// A small file system of its own that is unmounted at the end.
class SmallDisk {
 public:
  SmallDisk(fs::path folder, const std::string& options) : folder_(std::move(folder)) {
    fs::create_directory(folder_);
    if (mount("tmpfs", folder_.c_str(), "tmpfs", 0, options.c_str()) != 0) {
      ADD_FAILURE() << "mounting needs root: " << std::strerror(errno);
    }
  }

  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  ~SmallDisk() { umount2(folder_.c_str(), MNT_DETACH); }

 private:
  fs::path folder_;
};

TEST_F(BadInput, NoCommandOrAnUnknownOneIsWrongUsage) {
  expect({}, 2, {"subcommand is required"});
  expect({"rum"}, 2, {"rum"});
  expect({"run"}, 2, {"matrix is required"});
  EXPECT_EQ(run({"--help"}).code, 0);
  EXPECT_EQ(run({"--version"}).code, 0);
}

TEST_F(BadInput, EveryCommandsHelpHasAnExample) {
  for (const char* command : {"run", "report", "list", "describe", "check-plugin", "clean"}) {
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
  SmallDisk disk(folder() / "read-only", "size=1m,ro");
  expect({"run", "m.yaml", "--out", "read-only"}, 3, {"read-only", "--out"});
}

TEST_F(BadInput, AFullOutputFolderStopsTheRunAndLosesNothingThatWasFinished) {
  write("m.yaml", small_matrix(20));
  SmallDisk disk(folder() / "small", "size=8m");
  const pid_t pid = start({"run", "m.yaml", "--out", "small/out"});
  ASSERT_TRUE(eventually([this] { return lines_of_blocks() >= 2; }, std::chrono::seconds(30)));
  const fs::path filler = folder() / "small" / "filler";
  std::ofstream out(filler, std::ios::binary);
  while (out.write(std::string(4096, 'x').data(), 4096).flush()) {
  }
  const Outcome full = finish(pid);
  EXPECT_EQ(full.code, 3) << full.errors;
  EXPECT_NE(full.errors.find("small/out"), std::string::npos) << full.errors;
  out.close();  // an open file keeps its room
  fs::remove(filler);
  const std::size_t before = lines_of_blocks();
  const Outcome resumed = run({"run", "m.yaml", "--out", "small/out", "--resume"});
  EXPECT_NE(resumed.code, 3) << resumed.errors;
  EXPECT_LE(lines_of_blocks(), 40 - before) << resumed.errors;
}

TEST_F(BadInput, PowerOnAFileSystemInMemoryIsRefused) {
  std::string text = small_matrix(1);
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"plugin: noop", "plugin: sqlite"},
        {"durability: none", "durability: power"}}) {
    text.replace(text.find(from), from.size(), to);
  }
  write("m.yaml", text);
  SmallDisk disk(folder() / "memory", "size=64m");
  const Outcome outcome = run({"run", "m.yaml", "--out", "memory/out"});
  EXPECT_EQ(outcome.code, 1) << outcome.errors;
  EXPECT_NE(outcome.errors.find("tmpfs"), std::string::npos) << outcome.errors;
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
