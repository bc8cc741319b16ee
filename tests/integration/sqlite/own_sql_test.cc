// A matrix's own SQL, as the workers run it, on SQLite.
#include <functional>

#include "place.h"
#include "workload/own_workload.h"
#include "workload/sql_definition.h"
#include "workload/work.h"

namespace assay::sqlite {
namespace {

using workload::DrawnNumber;
using workload::Outcome;
using workload::RowCount;
using workload::SequenceNumber;
using workload::SqlDefinition;

class OwnSqlTest : public PlaceTest {
 protected:
  OwnSqlTest() {
    definition_.parameters = {{"id", SequenceNumber{1}}, {"user", DrawnNumber{"uniform", 1, 10}}};
    definition_.script.setup = {{"CREATE TABLE posts (id INTEGER PRIMARY KEY, user INTEGER)"},
                                {"INSERT INTO posts VALUES (:id, :user)", 1000}};
  }

  // Fills the place and opens a session on it.
  void fill() {
    place_.sql = true;
    selection_.name = "mine";
    selection_.definition = {{"kind", "sql"}, {"sql", definition_}};
    plugin_->prepare(place_);
    workload::fill(selection_, 1, *plugin_->open(place_));
    session_ = plugin_->open(place_);
  }

  // Of two sessions.
  static workload::Share share_of(std::uint32_t session) {
    workload::Share share;
    share.session = session;
    share.sessions = 2;
    return share;
  }

  std::unique_ptr<workload::Work> work(const workload::Share& share = {}) {
    return workload::make_work(selection_, share, 0, *session_);
  }

  std::vector<Outcome> run(workload::Work& work, std::uint32_t count) {
    std::vector<Outcome> outcomes;
    work.make(0, count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      const Status status = work.issue(slot, reply_);
      outcomes.push_back(work.check(slot, status, reply_));
    }
    return outcomes;
  }

  // What the database says to a query of one number.
  std::int64_t number(const std::string& query) {
    const auto session = plugin_->open(place_);
    EXPECT_EQ(session->sql()->execute(session->sql()->prepare(query, {}), {}, reply_), Status::ok);
    return reply_.cells.front().integer;
  }

  std::string error_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  Place place_ = place(Durability::process);
  SqlDefinition definition_;
  workload::Selection selection_;
  std::unique_ptr<Session> session_;
};

TEST_F(OwnSqlTest, FillsTheSameDataFromTheSameSeed) {
  definition_.script.statements = {{"SELECT * FROM posts WHERE id = :user", 1, RowCount{1, 1}}};
  fill();
  EXPECT_EQ(number("SELECT count(*) FROM posts"), 1000);
  EXPECT_EQ(number("SELECT min(id) * 10000 + max(id) FROM posts"), 11000);
  EXPECT_EQ(number("SELECT count(DISTINCT user) FROM posts"), 10);
  const std::int64_t sum = number("SELECT sum(id * user) FROM posts");
  session_.reset();
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directory(folder_);
  fill();
  EXPECT_EQ(number("SELECT sum(id * user) FROM posts"), sum);
}

TEST_F(OwnSqlTest, RunsAStatementAndLooksAtItsRows) {
  definition_.script.statements = {
      {"SELECT * FROM posts WHERE id = :user AND :user = :user", 1, RowCount{1, 1}}};
  fill();
  const auto reads = work();
  EXPECT_TRUE(reads->checks());
  EXPECT_EQ(run(*reads, 100), std::vector(100, Outcome::ok));
  EXPECT_EQ(reads->complaint(), "");
  EXPECT_EQ(reads->other_calls(), 0U);
}

TEST_F(OwnSqlTest, AnotherNumberOfRowsIsAWrongAnswer) {
  definition_.script.statements = {{"SELECT *\n  FROM posts WHERE id <= 3", 1, RowCount{4, 5}}};
  fill();
  const auto reads = work();
  EXPECT_EQ(run(*reads, 1), std::vector{Outcome::wrong_value});
  EXPECT_EQ(reads->complaint(),
            "statement 1 (SELECT * FROM posts WHERE id <= 3) gave or changed 3 rows, 4 to 5 are "
            "expected");
  selection_.verify = false;
  EXPECT_FALSE(work()->checks());
}

TEST_F(OwnSqlTest, SequencesGoOnBehindTheSetUpAndDifferBetweenSessions) {
  definition_.script.statements = {{"INSERT INTO posts VALUES (:id, :user)", 1, RowCount{1, 1}}};
  fill();
  const auto first = work(share_of(0));
  const auto second = work(share_of(1));
  EXPECT_EQ(run(*first, 50), std::vector(50, Outcome::ok));
  EXPECT_EQ(run(*second, 50), std::vector(50, Outcome::ok));
  EXPECT_EQ(number("SELECT count(*) * 10000 + max(id) FROM posts"), 11001100);
}

TEST_F(OwnSqlTest, SeveralStatementsShareTheirValuesAndOneTransaction) {
  definition_.transaction = Access::write;
  definition_.script.statements = {
      {"SELECT * FROM posts WHERE id = :user", 1, RowCount{1, 1}},
      {"UPDATE posts SET user = -id WHERE id = :user", 1, RowCount{1, 1}},
      {"INSERT INTO posts VALUES (:id, :user)"}};
  fill();
  const std::int64_t before = counter(place_, "transactions");
  const auto both = work();
  EXPECT_EQ(run(*both, 20), std::vector(20, Outcome::ok));
  EXPECT_EQ(both->other_calls(), 4U * 20);  // begin, two statements more, commit
  EXPECT_EQ(counter(place_, "transactions") - before, 20);
  EXPECT_EQ(number("SELECT count(*) FROM posts WHERE id > 1000 AND user IN (SELECT id FROM posts "
                   "WHERE user = -id)"),
            20);
  EXPECT_THROW(workload::make_work(selection_, {}, 1, *session_), Error);
}

TEST_F(OwnSqlTest, AFailedStatementLeavesNothingOfItsTransaction) {
  definition_.transaction = Access::write;
  definition_.script.statements = {{"DELETE FROM posts WHERE id <= :user"},
                                   {"INSERT INTO posts VALUES (1000, 1)"}};
  fill();
  const auto both = work();
  EXPECT_EQ(run(*both, 2), std::vector(2, Outcome::conflict));
  EXPECT_EQ(both->complaint(),
            "statement 2 (INSERT INTO posts VALUES (1000, 1)) ended as conflict: UNIQUE constraint "
            "failed: posts.id");
  EXPECT_EQ(number("SELECT count(*) FROM posts"), 1000);
}

TEST_F(OwnSqlTest, ATransactionForReadingCannotWrite) {
  definition_.transaction = Access::read;
  definition_.script.statements = {{"SELECT 1"}, {"DELETE FROM posts"}};
  fill();
  EXPECT_EQ(run(*work(), 1), std::vector{Outcome::refused});
  EXPECT_EQ(number("SELECT count(*) FROM posts"), 1000);
}

TEST_F(OwnSqlTest, SaysWhichStatementTheDatabaseDoesNotTake) {
  definition_.script.statements = {{"SELECT 1"}, {"SELECT titel FROM posts WHERE id = :id"}};
  fill();
  EXPECT_EQ(error_of([&] { work(); }),
            "statement 2 (SELECT titel FROM posts WHERE id = :id) cannot be prepared: SQLite says: "
            "no such column: titel");
  definition_.script.setup.push_back({"CREATE INDEX i ON post (user)"});
  session_.reset();
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directory(folder_);
  EXPECT_EQ(
      error_of([&] { fill(); }),
      "set-up statement 3 (CREATE INDEX i ON post (user)) cannot be prepared: SQLite says: no "
      "such table: main.post");
}

TEST_F(OwnSqlTest, SaysWhichStatementOfTheSetUpFailed) {
  definition_.parameters[0].source = DrawnNumber{"uniform", 1, 1};
  EXPECT_EQ(error_of([&] { fill(); }),
            "running set-up statement 2 (INSERT INTO posts VALUES (:id, :user)) ended as conflict: "
            "UNIQUE constraint failed: posts.id");
}

TEST_F(OwnSqlTest, RunsWhatItsDialectSaysInPlace) {
  definition_.script.statements = {{"SELECT no_such_function()"}};
  definition_.dialects["sqlite"].statements = {{"SELECT sqlite_version()", 1, RowCount{1, 1}}};
  fill();
  EXPECT_EQ(run(*work(), 1), std::vector{Outcome::ok});
}

}  // namespace
}  // namespace assay::sqlite
