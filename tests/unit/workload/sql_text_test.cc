#include "workload/sql_text.h"

#include <gtest/gtest.h>

namespace assay::workload {
namespace {

using Names = std::vector<std::string>;

std::string as_sqlite(std::string_view statement) {
  return number_names(find_names(statement), Placeholders::question_number).text;
}

TEST(SqlText, FindsNamesInTheOrderOfTheText) {
  const NamedStatement found = find_names("SELECT * FROM t WHERE a=:user_1 AND b IN (:b,:c_)");
  EXPECT_EQ(found.names, (Names{"user_1", "b", "c_"}));
  ASSERT_EQ(found.texts.size(), 4U);
  EXPECT_EQ(found.texts[0], "SELECT * FROM t WHERE a=");
  EXPECT_EQ(found.texts[2], ",");
  EXPECT_EQ(found.texts[3], ")");
}

TEST(SqlText, LeavesTextsNamesAndCommentsAlone) {
  for (const char* statement :
       {"SELECT ':a'", "SELECT 'it''s :a'", "SELECT \":a\" FROM t", "SELECT `:a` FROM t",
        "SELECT 1 -- :a", "SELECT /* :a\n ' */ 1", "SELECT $$:a$$", "SELECT $x$ $$ :a $x$",
        "SELECT b::text, c :: int", "SELECT '12:30'", "SELECT a[1:2]", "SELECT :1, : a", ""}) {
    const NamedStatement found = find_names(statement);
    EXPECT_EQ(found.names, Names{}) << statement;
    EXPECT_EQ(found.texts, Names{statement}) << statement;
  }
}

TEST(SqlText, GoesOnBehindWhatItLeavesAlone) {
  EXPECT_EQ(find_names("SELECT 'x', :a -- y :b\n, :c /* :d */, :e::text, $1, $t$ :f $t$, :g").names,
            (Names{"a", "c", "e", "g"}));
}

TEST(SqlText, SaysWhatHasNoEnd) {
  for (const auto& [statement, text] : std::vector<std::pair<std::string, std::string>>{
           {"SELECT 'abc", "the text that begins at 'abc has no end"},
           {"SELECT \"abc", "the quoted name that begins at \"abc has no end"},
           {"SELECT /* abc", "the comment that begins at /* abc has no end"},
           {"SELECT $t$ abc $$", "the text that begins at $t$ abc $$ has no end"}}) {
    try {
      find_names(statement);
      ADD_FAILURE() << statement;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), text);
    }
  }
}

TEST(SqlText, WritesThePlaceholdersOfEachDialect) {
  const NamedStatement statement = find_names("UPDATE t SET a=:a, b=:b WHERE c=:a");
  const NumberedStatement sqlite = number_names(statement, Placeholders::question_number);
  EXPECT_EQ(sqlite.text, "UPDATE t SET a=?1, b=?2 WHERE c=?1");
  EXPECT_EQ(sqlite.names, (Names{"a", "b"}));
  const NumberedStatement postgresql = number_names(statement, Placeholders::dollar_number);
  EXPECT_EQ(postgresql.text, "UPDATE t SET a=$1, b=$2 WHERE c=$1");
  EXPECT_EQ(postgresql.names, (Names{"a", "b"}));
  const NumberedStatement mysql = number_names(statement, Placeholders::question);
  EXPECT_EQ(mysql.text, "UPDATE t SET a=?, b=? WHERE c=?");
  EXPECT_EQ(mysql.names, (Names{"a", "b", "a"}));
  EXPECT_EQ(as_sqlite("VACUUM"), "VACUUM");
}

TEST(SqlText, KnowsTheFirstWord) {
  EXPECT_EQ(first_word("  select 1"), "SELECT");
  EXPECT_EQ(first_word("-- what\n/* it */ (Insert INTO t)"), "INSERT");
  EXPECT_EQ(first_word(" ; -- nothing"), "");
}

}  // namespace
}  // namespace assay::workload
