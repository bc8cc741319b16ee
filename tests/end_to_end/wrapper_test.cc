// ./assay, on a tree of three files: real ninja, and in place of the package tools and cmake
// scripts that write down how they were called.
#include <unistd.h>

#include <cstdlib>

#include "program.h"

namespace {

using assay::end_to_end::content;
using assay::end_to_end::Program;
namespace fs = std::filesystem;

class Wrapper : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    fs::copy_file(fs::path(ASSAY_SOURCE_FOLDER) / "assay", folder() / "assay");
    fs::create_directories(folder() / "docker" / "packages");
    fs::create_directories(folder() / "tests");
    fs::create_directories(folder() / "path");
    write("docker/packages/build.txt", "compiler\nlibrary\n");
    write("docker/packages/test.txt", "checker\n");
    write("docker/packages/checks.txt", "compiler\n");
    write("installed", "compiler\nlibrary\nchecker\n");
    program("source.sh", "printf '%s\\n' \"$0\" \"$@\"; exit 7");
    program("tests/run", "printf 'tests: %s\\n' \"$*\"");
    program("path/dpkg-query",
            "for each in \"$@\"; do grep -qx -- \"$each\" installed && echo \"installed $each\"; "
            "done; exit 1");
    program("path/apt-get",
            "echo \"$*\" >> apt-calls; case \"$*\" in *install*) echo library >> installed;; esac");
    program("path/sudo", "echo sudo >> apt-calls; exec \"$@\"");
    program("path/cmake",
            "echo \"$*\" >> cmake-calls; mkdir -p build/release; "
            "printf 'rule copy\\n command = mkdir -p bin && cp $in $out && echo made >> "
            "../../builds\\nbuild bin/assay: copy ../../source.sh\\n' > build/release/build.ninja");
  }

  void program(const std::string& name, const std::string& script) const {
    fs::permissions(write(name, "#!/bin/sh\n" + script + "\n"), fs::perms::owner_all);
  }

  int assay(const std::string& arguments) const {
    return shell("PATH=\"$PWD/path:$PATH\" ./assay " + arguments + " > output 2> errors");
  }

  std::string output() const { return content(folder() / "output"); }

  std::string errors() const { return content(folder() / "errors"); }
};

TEST_F(Wrapper, BuildsThenBecomesTheProgramUnderItsOwnName) {
  EXPECT_EQ(assay("run 'a b' \"it's\" ''"), 7);
  EXPECT_EQ(output(), (folder() / "build/release/bin/assay").string() + "\nrun\na b\nit's\n\n");
  EXPECT_EQ(content(folder() / "cmake-calls"), "--preset release -DASSAY_TESTS=OFF\n");
  EXPECT_NE(errors().find("assay: configuring (build/release)\n"), std::string::npos) << errors();
  EXPECT_NE(errors().find("assay: building (build/release"), std::string::npos) << errors();
}

TEST_F(Wrapper, BuildsOnlyWhenSomethingChanged) {
  assay("");
  assay("list");
  EXPECT_EQ(content(folder() / "builds"), "made\n");
  EXPECT_EQ(errors(), "");
  program("source.sh", "echo changed");
  EXPECT_EQ(assay("list"), 0);
  EXPECT_EQ(output(), "changed\n");
  EXPECT_EQ(content(folder() / "builds"), "made\nmade\n");
  EXPECT_EQ(content(folder() / "cmake-calls"), "--preset release -DASSAY_TESTS=OFF\n");
}

TEST_F(Wrapper, BuildStopsThere) {
  EXPECT_EQ(assay("build"), 0);
  EXPECT_EQ(output(), "");
  EXPECT_TRUE(fs::exists(folder() / "build/release/bin/assay"));
}

TEST_F(Wrapper, SaysWhatItInstallsAndInstallsOnlyThat) {
  write("installed", "compiler\n");
  EXPECT_EQ(assay("list"), 7);
  EXPECT_NE(errors().find("assay: installing with apt: library\n"), std::string::npos) << errors();
  const std::string calls = content(folder() / "apt-calls");
  EXPECT_NE(calls.find("install -q -y --no-install-recommends library\n"), std::string::npos)
      << calls;
  EXPECT_EQ(calls.find("compiler"), std::string::npos) << calls;
  EXPECT_EQ(calls.find("sudo") != std::string::npos, geteuid() != 0) << calls;
  fs::remove(folder() / "apt-calls");
  EXPECT_EQ(assay("list"), 7);
  EXPECT_FALSE(fs::exists(folder() / "apt-calls"));
}

TEST_F(Wrapper, AFailedInstallationOrBuildIsExitCodeThree) {
  program("path/apt-get", "echo no network >&2; exit 100");
  write("installed", "compiler\n");
  EXPECT_EQ(assay("list"), 3);
  EXPECT_NE(errors().find("no network"), std::string::npos) << errors();
  write("installed", "compiler\nlibrary\n");
  program("path/cmake", "echo no compiler found; exit 1");
  EXPECT_EQ(assay("list"), 3);
  EXPECT_NE(errors().find("no compiler found"), std::string::npos) << errors();
  EXPECT_NE(errors().find("build/release/build.log"), std::string::npos) << errors();
}

TEST_F(Wrapper, TestRunsTheTestsWithTheirOwnPackages) {
  write("installed", "compiler\nlibrary\n");
  program("path/apt-get", "echo \"$*\" >> apt-calls");
  EXPECT_EQ(assay("test --all format"), 0);
  EXPECT_EQ(output(), "tests: --all format\n");
  EXPECT_NE(content(folder() / "apt-calls").find(" checker\n"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder() / "cmake-calls"));
}

}  // namespace
