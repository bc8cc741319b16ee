#include "host/shared_object.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "assay/plugin.h"
#include "tests/scratch_folder.h"

namespace {

namespace fs = std::filesystem;
using assay::host::SharedObject;

const fs::path noop = ASSAY_BINARY_FOLDER "/lib/assay/plugins/assay-noop.so";

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class SharedObjectFile : public testing::Test {
 protected:
  fs::path write(const std::string& content) const {
    const fs::path file = folder_ / "assay-x.so";
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

  static std::string error_of(const fs::path& file) {
    try {
      const SharedObject object(file);
    } catch (const assay::Error& error) {
      return error.what();
    }
    return "";
  }

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
};

TEST_F(SharedObjectFile, ReadsADescriptorWithoutLoadingIt) {
  const SharedObject object(noop);
  const auto symbol = object.symbol("assay_plugin");
  ASSERT_TRUE(symbol.has_value());
  EXPECT_EQ(object.number(*symbol), ASSAY_MAGIC);
  EXPECT_EQ(object.text(*symbol + offsetof(assay_descriptor, name)), "noop");
  EXPECT_EQ(object.text(*symbol + offsetof(assay_descriptor, abi)), ASSAY_ABI);
  EXPECT_FALSE(object.symbol("assay_plugi").has_value());
  EXPECT_FALSE(object.symbol("assay_plugins").has_value());
}

TEST_F(SharedObjectFile, NamesTheMachineOfAForeignFile) {
  std::string content = content_of(noop);
  content[offsetof(Elf64_Ehdr, e_machine)] = static_cast<char>(EM_RISCV);
  EXPECT_NE(error_of(write(content)).find("it is an ELF file for ELF machine 243, wanted"),
            std::string::npos);
  content[EI_CLASS] = ELFCLASS32;
  EXPECT_NE(error_of(write(content)).find("for a machine of another word size, wanted"),
            std::string::npos);
}

TEST_F(SharedObjectFile, RefusesWhatIsNoFileOrEmpty) {
  EXPECT_EQ(error_of(folder_), folder_.string() +
                                   ": cannot read the plugin: it is no regular file; check the "
                                   "path and its permissions");
  EXPECT_NE(error_of(write("")).find("it is no ELF file"), std::string::npos);
  EXPECT_NE(error_of(write("\177ELF")).find("it ends after 4 bytes, in the ELF header"),
            std::string::npos);
}

TEST_F(SharedObjectFile, IsRefusedWhereverItIsCutOff) {
  const std::string content = content_of(noop);
  for (std::size_t parts = 1; parts < 20; ++parts) {
    EXPECT_NE(error_of(write(content.substr(0, content.size() * parts / 20))), "");
  }
}

TEST_F(SharedObjectFile, SurvivesBytesTurnedAtRandom) {
  const std::string content = content_of(noop);
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string turned = content;
    // Half of the turns hit the headers, where they do the most harm.
    for (int turn = 0; turn < 8; ++turn) {
      turned[random() % (turn % 2 == 0 ? 1024 : turned.size())] = static_cast<char>(random());
    }
    try {
      const SharedObject object(write(turned));
      if (const auto symbol = object.symbol("assay_plugin")) {
        object.number(*symbol);
        object.text(*symbol + offsetof(assay_descriptor, abi));
      }
    } catch (const assay::Error&) {
    }
  }
}

}  // namespace
