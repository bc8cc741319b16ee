// A matrix's own SQL, as a user runs it.
#include <fstream>
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using assay::end_to_end::Outcome;
using assay::end_to_end::Program;

class OwnSql : public Program {
 protected:
  // A matrix over in a second, whose operation is `statements`.
  Outcome run_with(const std::string& statements) const {
    write("m.yaml",
          "name: m\n"
          "rounds: 1\n"
          "timing: {warmup: 50ms, measure: 200ms}\n"
          "backends: {sqlite: {}}\n"
          "workloads:\n"
          "  mine:\n"
          "    sql:\n"
          "      setup:\n"
          "        - CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT)\n"
          "        - {repeat: 20000, statement: \"INSERT INTO posts VALUES (:id, :title)\"}\n"
          "      parameters:\n"
          "        id: {sequence: 1}\n"
          "        title: {text: 30}\n"
          "        one: {uniform: [1, 20000]}\n" +
              statements +
              "axes: {workload: mine, threads: [1, 2]}\n"
              "tables: [{name: t, title: Questions, rows: [workload], columns: [threads]}]\n");
    return run({"run", "m.yaml", "--out", "out"});
  }

  nlohmann::json cells() const {
    return nlohmann::json::parse(std::ifstream(folder() / "out" / "results.json")).at("cells");
  }
};

TEST_F(OwnSql, IsMeasuredByOneThreadAndBySeveral) {
  const Outcome outcome = run_with(
      "      statements: [{statement: 'SELECT title FROM posts WHERE id = :one', rows: 1}]\n");
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  for (const auto& cell : cells()) {
    EXPECT_EQ(cell.at("workload"), "mine");
    EXPECT_EQ(cell.at("definition").at("kind"), "sql");
    EXPECT_TRUE(cell.at("repeats").at(0).at("errors").empty());
    EXPECT_GT(cell.at("repeats").at(0).at("operations"), 1000);
  }
}

TEST_F(OwnSql, InsertsOfSeveralSessionsNeverMeet) {
  const Outcome outcome = run_with(
      "      transaction: write\n"
      "      statements:\n"
      "        - {statement: 'INSERT INTO posts VALUES (:id, :title)', rows: 1}\n"
      "        - {statement: 'UPDATE posts SET title = :title WHERE id = :one', rows: 1}\n");
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  for (const auto& cell : cells()) {
    EXPECT_TRUE(cell.at("repeats").at(0).at("errors").empty()) << cell;
  }
}

TEST_F(OwnSql, AnotherNumberOfRowsFailsTheCellAndSaysWhichStatement) {
  const Outcome outcome = run_with(
      "      statements: [{statement: 'SELECT title FROM posts WHERE id <= 3 AND :one > 0', rows: "
      "4}]\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.output.find("wrong_value: statement 1 (SELECT title FROM posts WHERE id <= 3 "
                                "AND :one > 0) gave or changed 3 rows, 4 are expected"),
            std::string::npos)
      << outcome.output;
}

TEST_F(OwnSql, AStatementTheDatabaseDoesNotTakeFailsTheCellInItsOwnWords) {
  const Outcome outcome = run_with("      statements: [SELECT titel FROM posts WHERE id = :one]\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.errors.find("statement 1 (SELECT titel FROM posts WHERE id = :one) cannot be "
                                "prepared: SQLite says: no such column: titel"),
            std::string::npos)
      << outcome.errors;
}

TEST_F(OwnSql, AMistakeInTheFileIsReportedWithItsLineBeforeAnythingRuns) {
  const Outcome outcome = run_with("      statements: [SELECT title FROM posts WHERE id = :on]\n");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.errors.find("m.yaml:15: unknown parameter of 'mine' 'on'; did you mean 'one'?"),
            std::string::npos)
      << outcome.errors;
}

}  // namespace
