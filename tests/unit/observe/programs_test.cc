#include "observe/programs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scratch_folder.h"

namespace assay::observe {
namespace {

namespace fs = std::filesystem;

class Programs : public testing::Test {
 protected:
  // A program that prints this when asked for its version and ends with the code.
  void install(const std::string& name, const std::string& version, int code = 0) const {
    folder_.write(name, "#!/bin/sh\necho '" + version + "'\nexit " + std::to_string(code) + "\n");
    fs::permissions(folder_.path() / name, fs::perms::owner_all);
  }

  std::vector<Program> found(const std::string& system) const {
    std::vector<Program> programs = find_programs({folder_.path()});
    std::erase_if(programs, [&](const Program& each) { return each.system != system; });
    return programs;
  }

  const fs::path& folder() const { return folder_.path(); }

 private:
  test::ScratchFolder folder_;
};

TEST_F(Programs, AreFoundWithTheirVersions) {
  install("redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64");
  install("postgres", "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)");
  ASSERT_EQ(found("redis").size(), 1U);
  EXPECT_EQ(found("redis")[0].version, "7.0.15");
  EXPECT_EQ(found("redis")[0].file, fs::canonical(folder() / "redis-server"));
  EXPECT_EQ(found("postgresql")[0].version, "15.18");
}

TEST_F(Programs, ThatAreMissingComeWithHowToGetThem) {
  ASSERT_EQ(found("memcached").size(), 1U);
  EXPECT_EQ(found("memcached")[0].file, std::nullopt);
  EXPECT_EQ(found("memcached")[0].advice, "apt-get install memcached");
}

TEST_F(Programs, TwoNamesOfOneFileAreOneProgram) {
  install("mariadbd", "mariadbd  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64");
  fs::create_symlink("mariadbd", folder() / "mysqld");
  EXPECT_EQ(found("mariadb").size(), 1U);
  EXPECT_EQ(found("mysql")[0].file, std::nullopt);
}

TEST_F(Programs, MysqldIsWhatItSaysItIs) {
  install("mysqld", "mysqld  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)");
  EXPECT_EQ(found("mariadb")[0].file, std::nullopt);
  EXPECT_EQ(found("mysql")[0].version, "8.0.36");
}

TEST_F(Programs, AContainerEngineThatDoesNotAnswerHasAdvice) {
  install("docker", "Docker version 20.10.24+dfsg1, build 297e128", 1);
  install("podman", "podman version 4.3.1");
  EXPECT_EQ(found("docker")[0].version, "20.10.24");
  EXPECT_NE(found("docker")[0].advice.find("does not answer"), std::string::npos);
  EXPECT_EQ(found("podman")[0].advice, "");
}

TEST_F(Programs, AFileThatMayNotBeRunIsNone) {
  install("memcached", "memcached 1.6.18");
  fs::permissions(folder() / "memcached", fs::perms::owner_read);
  EXPECT_EQ(found("memcached")[0].file, std::nullopt);
}

}  // namespace
}  // namespace assay::observe
