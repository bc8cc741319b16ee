// A transaction is one operation: what it calls, what ends it, and what must be there afterwards.
#include "select.h"
#include "workload/posts.h"

namespace assay::workload {
namespace {

class TableTransaction : public testing::Test {
 protected:
  void start(int rows, const Share& share = {}) {
    selection_ = select("table.transaction", {{"rows", rows}});
    fill(selection_, share.seed, session_);
    session_.calls.clear();
    work_ = make_work(selection_, share, 0, session_);
  }

  // How the one operation ends when the system answers this call so.
  Outcome with(const std::string& call, Status status) {
    session_.calls.clear();
    session_.fail_with = [&](const std::string& each) {
      return each.starts_with(call) ? status : Status::ok;
    };
    const Outcome outcome = run(*work_, session_, 1).front();
    session_.fail_with = {};
    return outcome;
  }

  Selection selection_;
  MemorySession session_;
  std::unique_ptr<Work> work_;
};

TEST_F(TableTransaction, ReadsUpdatesAndInserts) {
  start(1);
  EXPECT_EQ(run(*work_, session_, 1), std::vector{Outcome::ok});
  EXPECT_EQ(session_.calls, (std::vector<std::string>{"begin ", "point_read 1", "point_update 1",
                                                      "insert 2", "commit "}));
  EXPECT_EQ(work_->other_calls(), 4U);
}

TEST_F(TableTransaction, SessionsInsertRowsOfTheirOwn) {
  start(100, Share{.session = 0, .sessions = 2});
  const auto other = make_work(selection_, Share{.session = 1, .sessions = 2}, 0, session_);
  for (Work* work : {work_.get(), other.get()}) {
    for (const Outcome outcome : run(*work, session_, 300)) {
      ASSERT_EQ(outcome, Outcome::ok);
    }
  }
  EXPECT_EQ(session_.rows.rbegin()->first, 700);
  EXPECT_EQ(work_->verify(1000).wrong, 0U);
}

TEST_F(TableTransaction, IsRolledBackUnlessAConflictHasDoneSo) {
  start(20);
  const auto loaded = session_.rows;
  for (const char* call : {"point_read", "point_update", "insert"}) {
    EXPECT_EQ(with(call, Status::refused), Outcome::refused);
    EXPECT_EQ(session_.calls.back(), "rollback ");
    EXPECT_EQ(session_.rows.size(), loaded.size());
    EXPECT_EQ(with(call, Status::conflict), Outcome::conflict);
    EXPECT_EQ(session_.calls.back().substr(0, 5), std::string(call).substr(0, 5));
    EXPECT_EQ(session_.rows.size(), loaded.size());
  }
  EXPECT_EQ(with("begin", Status::conflict), Outcome::conflict);
  EXPECT_EQ(session_.calls.size(), 1U);
  EXPECT_EQ(with("commit", Status::unknown), Outcome::unknown);
  EXPECT_EQ(run(*work_, session_, 1), std::vector{Outcome::ok}) << "no transaction is left open";
}

TEST_F(TableTransaction, TellsAStaleAndAWrongRow) {
  start(1, Share{.sessions = 2});
  const auto loaded = session_.rows;
  run(*work_, session_, 3);
  session_.rows = loaded;
  EXPECT_EQ(run(*work_, session_, 1), std::vector{Outcome::wrong_value}) << "older than its own";
  EXPECT_EQ(run(*work_, session_, 1), std::vector{Outcome::ok});
  session_.rows.at(1).at(Post::body).text[0] = 'z';
  EXPECT_EQ(run(*work_, session_, 1), std::vector{Outcome::wrong_value});
  session_.rows.at(1).pop_back();
  session_.rows.at(1).push_back({});
  EXPECT_EQ(run(*work_, session_, 1), std::vector{Outcome::wrong_value});
}

TEST_F(TableTransaction, CountsLostUpdatesAndLostInserts) {
  start(20);
  const auto loaded = session_.rows;
  run(*work_, session_, 200);
  const auto newest = session_.rows;
  const std::uint64_t all = work_->verify(1000).checked;
  EXPECT_GT(all, 190U);  // of 20 updated rows and 200 new ones, some have others' places
  EXPECT_EQ(work_->verify(1000).wrong, 0U);
  EXPECT_EQ(work_->verify(10).checked, 10U);
  for (const auto& [id, row] : loaded) {
    session_.rows[id] = row;
  }
  EXPECT_EQ(work_->verify(1000).wrong, 20U);
  session_.rows = newest;
  session_.rows.erase(121);
  EXPECT_EQ(work_->verify(1000).wrong, 1U);
  session_.rows = loaded;
  EXPECT_EQ(work_->verify(1000).wrong, all);
}

}  // namespace
}  // namespace assay::workload
