// Files that are no matrix, and such as are meant to hurt.
#include "matrix/document.h"

#include <chrono>

#include "fixture.h"

namespace assay::matrix {
namespace {

using DocumentTest = MatrixTest;
using Lines = std::vector<std::string>;

TEST_F(DocumentTest, TextThatIsNotYamlNamesTheParsersLine) {
  EXPECT_EQ(mistakes("name: a\naxes: {workload: [cache.get\n"),
            Lines{"m.yaml:3: not YAML: end of sequence flow not found"});
  EXPECT_EQ(mistakes("name: a\n\tx: 1\n").size(), 1);
}

TEST_F(DocumentTest, ATextOrNothingIsNoMatrix) {
  EXPECT_EQ(mistakes("just words"),
            Lines{"m.yaml:1: a matrix is a map of keys and values, as 'name: quick', not 'just "
                  "words'"});
  EXPECT_EQ(mistakes(""), Lines{"m.yaml: a matrix is a map of keys and values, as 'name: quick', "
                                "not nothing"});
}

TEST_F(DocumentTest, ASecondDocumentIsRefused) {
  EXPECT_EQ(mistakes("name: a\n---\nname: b\n"),
            Lines{"m.yaml:2: a second document begins here; a matrix file holds one"});
}

TEST_F(DocumentTest, AliasBombsEndAtTheLimitOfValues) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 10; ++level) {
    bomb += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [";
    for (int copy = 0; copy < 10; ++copy) {
      bomb += "*a" + std::to_string(level - 1) + ", ";
    }
    bomb += "x]\n";
  }
  EXPECT_EQ(mistakes(bomb), Lines{"m.yaml:5: more than 20000 values, with aliases written out; a "
                                  "matrix needs far fewer"});
}

TEST_F(DocumentTest, AnAliasInsideWhatItRefersToIsRefused) {
  EXPECT_EQ(mistakes("name: &a [x, *a]\n"),
            Lines{"m.yaml:1: this alias stands inside what it refers to"});
}

TEST_F(DocumentTest, DeepNestingIsRefused) {
  const Lines expected{"m.yaml:1: nested more than 20 levels deep"};
  EXPECT_EQ(mistakes(std::string(100'000, '[')), expected);
  std::string maps;
  for (int level = 0; level < 100'000; ++level) {
    maps += "{a: ";
  }
  EXPECT_EQ(mistakes(maps), expected);
}

TEST_F(DocumentTest, FilesOverOneMegabyteAreRefused) {
  const Lines lines = mistakes(std::string(1'000'001, '#'));
  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(lines[0], "m.yaml: larger than 1 MB; this is no matrix file, or one to split");
}

TEST_F(DocumentTest, MissingFilesAndFoldersSayWhy) {
  EXPECT_THROW(
      {
        try {
          read_file(folder_ / "none.yaml");
        } catch (const Error& error) {
          EXPECT_EQ(error.what(), (folder_ / "none.yaml").string() +
                                      ": cannot be read: No such file or directory; give the path "
                                      "of a matrix file");
          throw;
        }
      },
      Error);
  EXPECT_THROW(read_file(folder_), Error);
}

TEST_F(DocumentTest, AliasesAreCopiesOfWhatTheyReferTo) {
  Mistakes found("m.yaml");
  const Value root = parse("a: &x [1, {b: 2}]\nc: *x\n", std::nullopt, found);
  EXPECT_EQ(found.count(), 0);
  EXPECT_EQ(root.find("c")->items.at(1).find("b")->text, "2");
  EXPECT_EQ(root.find("c")->items.at(1).find("b")->origin.line, 1);
}

TEST_F(DocumentTest, TheSameKeyTwiceIsAMistakeAndTheFirstCounts) {
  Mistakes found("m.yaml");
  const Value root = parse("a: 1\nb: 2\na: 3\n", std::nullopt, found);
  EXPECT_EQ(found.count(), 1);
  EXPECT_EQ(root.find("a")->text, "1");
  EXPECT_THROW(
      {
        try {
          found.throw_if_any();
        } catch (const Error& error) {
          EXPECT_STREQ(error.what(), "m.yaml:3: the key 'a' is there already, on line 1");
          throw;
        }
      },
      Error);
}

}  // namespace
}  // namespace assay::matrix
