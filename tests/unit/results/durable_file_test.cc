#include "results/durable_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "error_of.h"
#include "file_limit.h"
#include "tests/scratch_folder.h"

namespace assay::results {
namespace {

std::string content(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(DurableFile, ReplacesTheWholeFileAndLeavesNothingBeside) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "x.json";
  write_durably(file, "a long first text");
  write_durably(file, "short");
  EXPECT_EQ(content(file), "short");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(DurableFile, KeepsTheOldFileOnAFullDisk) {
  const test::ScratchFolder folder;
  const auto file = folder.path() / "x.json";
  write_durably(file, "old");
  std::string text;
  {
    const FileLimit limit(1000);
    text = error_of([&] { write_durably(file, std::string(5000, 'x')); });
  }
  EXPECT_EQ(text, "cannot write " + file.string() +
                      ": File too large; make room or choose another folder");
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(DurableFile, NamesTheFolderThatIsNotThere) {
  EXPECT_EQ(error_of([] { write_durably("/no/such/folder/x.json", "x"); }),
            "cannot write /no/such/folder/x.json: No such file or directory; make room or choose "
            "another folder");
}

}  // namespace
}  // namespace assay::results
