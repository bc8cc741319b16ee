#include "report/marked_document.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "assay/types.h"

namespace assay::report {
namespace {

std::string named(const Mark& mark) {
  return fmt::format("{} of {}{}\n", mark.table, fmt::join(mark.runs, " and "),
                     mark.bars ? " as bars" : "");
}

std::string remade(const std::string& document) {
  return with_marked_parts(document, "page.md", named);
}

std::string mistakes(const std::string& document) {
  try {
    remade(document);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_usage);
    return error.what();
  }
  ADD_FAILURE() << "was not refused";
  return "";
}

TEST(MarkedDocument, WhatStandsBetweenMarksIsMadeAnewAndNothingElse) {
  const std::string text = remade(
      "# Page\n<!-- assay: runs/a table reads -->\nold\nolder\n<!-- /assay -->\nend\n"
      "  <!-- assay: runs/a runs/b bars writes -->\n  <!-- /assay -->\n");
  EXPECT_EQ(
      text,
      "# Page\n<!-- assay: runs/a table reads -->\n\nreads of runs/a\n\n<!-- /assay -->\nend\n"
      "  <!-- assay: runs/a runs/b bars writes -->\n\nwrites of runs/a and runs/b as bars\n\n"
      "  <!-- /assay -->\n");
  EXPECT_EQ(remade(text), text);
}

TEST(MarkedDocument, TheLastLineEndsAsItDid) {
  EXPECT_TRUE(remade("<!-- assay: a table t -->\n<!-- /assay -->").ends_with("<!-- /assay -->"));
}

TEST(MarkedDocument, MarksInsideCodeAreText) {
  const std::string document =
      "```\n<!-- assay: runs/a table reads -->\n```\n~~~~ md\n~~~\n<!-- /assay -->\n~~~~\n"
      "<!-- assay: a table t -->\n\nt of a\n\n<!-- /assay -->\n";
  EXPECT_EQ(remade(document), document);
}

TEST(MarkedDocument, CodeBetweenMarksEndsWithThem) {
  const std::string document =
      "<!-- assay: a table t -->\n```\nno end\n<!-- /assay -->\n"
      "<!-- assay: a table t -->\n<!-- /assay -->\n";
  EXPECT_EQ(remade(document).find("no end"), std::string::npos);
}

TEST(MarkedDocument, EveryMistakeIsToldWithItsLine) {
  EXPECT_EQ(mistakes("text\n<!-- assay runs/a table reads -->\n<!-- /assay -->\n"),
            "page.md:2: this mark cannot be read; write <!-- assay: runs/first table writes --> or "
            "<!-- /assay -->\n"
            "page.md:3: there is nothing to close here; begin with <!-- assay: runs/first table "
            "writes -->");
  EXPECT_EQ(mistakes("<!-- assay: a table t -->\n\n<!-- assay: b table t -->\n"),
            "page.md:3: the mark of line 1 is not closed yet; write <!-- /assay --> before this\n"
            "page.md:1: this mark is never closed; end it with <!-- /assay -->");
  EXPECT_NE(mistakes("no marks\n").find("page.md: no mark in it"), std::string::npos);
}

TEST(MarkedDocument, WhatCannotBeMadeIsAMistakeOfItsLine) {
  try {
    with_marked_parts("\n<!-- assay: a table t -->\n<!-- /assay -->\n", "page.md",
                      [](const Mark&) -> std::string { throw Error("there is no run in a"); });
    ADD_FAILURE() << "was not refused";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "page.md:2: there is no run in a");
  }
}

}  // namespace
}  // namespace assay::report
