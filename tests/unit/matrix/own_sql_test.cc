// Own SQL as a matrix writes it.
#include "fixture.h"
#include "matrix/scalars.h"
#include "workload/sql_definition.h"

namespace assay::matrix {
namespace {

using Lines = std::vector<std::string>;

class OwnSqlMatrixTest : public MatrixTest {
 protected:
  OwnSqlMatrixTest() { vocabulary_ = shipped_vocabulary(); }

  // A matrix whose workload `mine` has that under `sql`, from line 5 on. One with a mistake is used
  // by no axis, which would be a mistake more.
  static std::string with(const std::string& sql, const std::string& workload = "table.point_read",
                          const std::string& rest = "") {
    return "name: m\nbackends: {sqlite: {}}\nworkloads:\n  mine: {sql: {\n" + sql +
           "\n  }}\naxes: {workload: " + workload + rest + "}\n";
  }
};

TEST_F(OwnSqlMatrixTest, IsAWorkloadLikeAnother) {
  const Matrix matrix = load(
      "name: m\n"
      "backends: {sqlite: {}}\n"
      "workloads:\n"
      "  newest-of-user:\n"
      "    sql:\n"
      "      setup:\n"
      "        - CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER)\n"
      "        - {repeat: 1000, statement: \"INSERT INTO posts VALUES (:id, :user)\"}\n"
      "      parameters:\n"
      "        id: {sequence: 1}\n"
      "        user: {zipfian: [1, 1000], theta: 0.8}\n"
      "        title: {text: [10, 60]}\n"
      "        at: {timestamp: [2024-01-01, 2024-01-01 00:00:10]}\n"
      "        state: {list: [draft, live]}\n"
      "      transaction: write\n"
      "      statements:\n"
      "        - SELECT :title, :at, :state\n"
      "        - {statement: SELECT * FROM posts WHERE user_id = :user LIMIT 5, rows: {most: 5}}\n"
      "      dialects:\n"
      "        mysql: {statements: SELECT 1}\n"
      "axes: {workload: newest-of-user, durability: [process, power]}\n");
  ASSERT_EQ(ids(matrix), (Lines{"sqlite/process/newest-of-user/p1t1c1d0",
                                "sqlite/power/newest-of-user/p1t1c1d0"}));
  const auto sql = matrix.cells.front().definition.at("sql").get<workload::SqlDefinition>();
  ASSERT_EQ(sql.parameters.size(), 5U);
  const auto& user = std::get<workload::DrawnNumber>(sql.parameters[1].source);
  EXPECT_EQ(user.distribution, "zipfian");
  EXPECT_EQ(user.theta, 0.8);
  EXPECT_EQ(user.most, 1000);
  const auto& at = std::get<workload::RandomTimestamp>(sql.parameters[3].source);
  EXPECT_EQ(at.to_s - at.from_s, 10);
  EXPECT_EQ(sql.script.setup.at(1).repeat, 1000U);
  EXPECT_EQ(sql.script.statements.at(1).rows->most, 5);
  EXPECT_EQ(sql.script.statements.at(1).rows->least, 0);
  EXPECT_EQ(sql.transaction, Access::write);
  EXPECT_EQ(sql.for_dialect("mysql").statements.size(), 1U);
}

TEST_F(OwnSqlMatrixTest, MistakesInStatementsNameTheLine) {
  EXPECT_EQ(
      mistakes(with("    parameters: {\n"
                    "      user: {uniform: [1, 9]},\n"
                    "      spare: {sequence: 1}},\n"
                    "    setup: [\n"
                    "      {repeat: 0, statement: SELECT 1},\n"
                    "      {repeat: 5}],\n"
                    "    statements: [\n"
                    "      'SELECT :usr',\n"
                    "      {statement: 'SELECT :user', rows: few},\n"
                    "      {statement: 'SELECT 2', row: 1},\n"
                    "      {statement: 'SELECT 3', rows: {least: 4, most: 3}},\n"
                    "      'BEGIN',\n"
                    "      \"SELECT 'x\",\n"
                    "      '-- nothing'],\n"
                    "    transaction: maybe,\n"
                    "    dialects: {postgres: {statements: SELECT 1}}")),
      (Lines{"m.yaml:7: the parameter 'spare' of 'mine' is in no statement; use it as :spare or "
             "leave it out",
             "m.yaml:9: repeat must be a whole number from 1 to 1000000000, not '0'",
             "m.yaml:10: a statement is missing; give 'statement: SELECT …'",
             "m.yaml:12: unknown parameter of 'mine' 'usr'; did you mean 'user'?",
             "m.yaml:13: rows must be a whole number from 0 to 9223372036854775807, not 'few'",
             "m.yaml:14: unknown key 'row'; did you mean 'rows'?",
             "m.yaml:15: rows has a least that is above its most",
             "m.yaml:16: BEGIN cannot be a statement: with 'transaction: write' (or read) the "
             "statements of an operation are one transaction, and those that repeat in the set-up "
             "are in transactions anyway",
             "m.yaml:17: the text that begins at 'x has no end",
             "m.yaml:18: '-- nothing' is no statement",
             "m.yaml:19: unknown transaction 'maybe'; there are: none, read, write",
             "m.yaml:20: unknown dialect 'postgres'; did you mean 'postgresql'?"}));
}

TEST_F(OwnSqlMatrixTest, MistakesInParametersNameTheLine) {
  EXPECT_EQ(
      mistakes(with("    statements: 'SELECT :a, :b, :c, :d, :e, :f, :g, :h, :i, :j',\n"
                    "    parameters: {\n"
                    "      a: {unifrom: [1, 9]},\n"
                    "      b: {uniform: [9, 1]},\n"
                    "      c: {uniform: 9},\n"
                    "      d: {sequence: first},\n"
                    "      e: {text: 10, list: [1, 2]},\n"
                    "      f: {},\n"
                    "      g: {timestamp: [2024-02-30, 2024-03-01]},\n"
                    "      h: {uniform: [1, 2], theta: 0.5},\n"
                    "      i: {list: []},\n"
                    "      j: {text: 2000000}}")),
      (Lines{"m.yaml:7: unknown key 'unifrom'; did you mean 'uniform'?",
             "m.yaml:8: the parameter 'b': must be uniform of a least number and a most that is no "
             "less",
             "m.yaml:9: the parameter 'c': uniform must be [least, most], not '9'",
             "m.yaml:10: the parameter 'd': sequence must be of whole numbers, not 'first'",
             "m.yaml:11: the parameter 'e': has both text and list; give one of them",
             "m.yaml:12: the parameter 'f': says nothing of its values; give one of sequence, "
             "text, timestamp, list, uniform, zipfian, latest, hotspot, sequential, exponential",
             "m.yaml:13: the parameter 'g': must be timestamps from a time to a later one, written "
             "2024-12-31 or '2024-12-31 23:59:59'",
             "m.yaml:14: the parameter 'h': has a theta, which is for zipfian and latest only",
             "m.yaml:15: the parameter 'i': is a list of nothing",
             "m.yaml:16: the parameter 'j': must be a text of 0 to 1048576 bytes, the least "
             "first"}));
}

TEST_F(OwnSqlMatrixTest, NeedsStatementsAndAPluginThatTakesThem) {
  EXPECT_EQ(mistakes(with("    setup: SELECT 1")),
            Lines{"m.yaml:4: sql of 'mine' has no statements; give at least one, as 'statements: "
                  "[SELECT * FROM posts WHERE id = :id]'"});
  vocabulary_.plugins.at("sqlite").components.pop_back();
  const Lines lines = mistakes(with("    statements: SELECT 1", "mine"));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines.front().find("Sql"), std::string::npos) << lines.front();
}

TEST_F(OwnSqlMatrixTest, SeveralStatementsWorkAtDepthZeroOnly) {
  vocabulary_.plugins.at("sqlite").max_depth = 8;
  EXPECT_TRUE(mistakes(with("    statements: SELECT 1", "mine", ", depth: [0, 8]")).empty());
  EXPECT_FALSE(
      mistakes(with("    statements: [SELECT 1, SELECT 2]", "mine", ", depth: 8")).empty());
  EXPECT_FALSE(
      mistakes(with("    statements: SELECT 1,\n    transaction: read", "mine", ", depth: 8"))
          .empty());
}

TEST(Timestamps, AreDatesWithOrWithoutATime) {
  EXPECT_EQ(to_timestamp_s("1970-01-02"), 86'400);
  EXPECT_EQ(to_timestamp_s("2024-02-29 23:59:59"), 1'709'251'199);
  for (const char* text : {"", "2024-2-29", "2023-02-29", "2024-13-01", "2024-01-01 24:00:00",
                           "2024-01-01T00:00:00", "2024-01-0x"}) {
    EXPECT_EQ(to_timestamp_s(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace assay::matrix
