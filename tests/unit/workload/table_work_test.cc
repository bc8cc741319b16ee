// What the table workloads ask for, how they judge rows, and what they read back.
#include <algorithm>
#include <set>

#include "select.h"
#include "workload/posts.h"

namespace assay::workload {
namespace {

const std::map<std::string, nlohmann::json> small{{"rows", 2345}};

struct Filled {
  explicit Filled(const Selection& selection, const Share& share = {}) {
    fill(selection, share.seed, session);
    session.calls.clear();
    work = make_work(selection, share, 0, session);
  }

  MemorySession session;
  std::unique_ptr<Work> work;
};

TEST(TableWork, FindsEverythingItLoadedAndEverythingItWrote) {
  for (const char* distribution : {"uniform", "zipfian"}) {
    for (const char* name : {"table.point_read", "table.multi_read", "table.point_update",
                             "table.scan", "table.transaction"}) {
      auto parameters = small;
      parameters["distribution"] = distribution;
      Filled filled(select(name, parameters));
      EXPECT_EQ(filled.session.rows.size(), 2345U);
      for (const Outcome outcome : run(*filled.work, filled.session, 1000)) {
        ASSERT_EQ(outcome, Outcome::ok) << name;
      }
      EXPECT_EQ(filled.work->verify(1000).wrong, 0U) << name;
    }
  }
}

TEST(TablePointRead, AsksForLoadedRowsOnlyAndForAllOfThem) {
  Filled filled(select("table.point_read", {{"rows", 10}}));
  run(*filled.work, filled.session, 1000);
  EXPECT_EQ(std::set(filled.session.calls.begin(), filled.session.calls.end()),
            (std::set<std::string>{"point_read 1", "point_read 10", "point_read 2", "point_read 3",
                                   "point_read 4", "point_read 5", "point_read 6", "point_read 7",
                                   "point_read 8", "point_read 9"}));
}

TEST(TablePointRead, TellsEveryLieFromARow) {
  Filled filled(select("table.point_read", small));
  std::vector<Cell> cells;
  const auto changed = [&](auto change) {
    return judge(*filled.work, [&](Reply& reply) {
      cells.assign(reply.cells.begin(), reply.cells.end());
      change();
      reply.cells = cells;
    });
  };
  EXPECT_EQ(changed([] {}), Outcome::ok);
  for (const std::uint32_t column : {Post::id, Post::user_id, Post::created_at, Post::updated_at}) {
    EXPECT_EQ(changed([&] { ++cells[column].integer; }), Outcome::wrong_value) << column;
  }
  for (const std::uint32_t column : {Post::title, Post::body}) {
    EXPECT_EQ(changed([&] { cells[column].bytes.remove_suffix(1); }), Outcome::wrong_value);
  }
  EXPECT_EQ(changed([&] { cells.pop_back(); }), Outcome::wrong_value);
  EXPECT_EQ(changed([&] { cells.clear(); }), Outcome::wrong_value);
  filled.session.rows.clear();
  EXPECT_EQ(judge(*filled.work, [](Reply&) {}), Outcome::not_found);
}

TEST(TableMultiRead, WantsAsManyRowsOfTheUserAsTheLimitAllows) {
  Filled filled(select("table.multi_read", small));
  std::vector<Cell> cells;
  const auto changed = [&](auto change) {
    return judge(*filled.work, [&](Reply& reply) {
      EXPECT_EQ(reply.number, 5);
      cells.assign(reply.cells.begin(), reply.cells.end());
      change(reply);
      reply.cells = cells;
    });
  };
  constexpr auto row = static_cast<std::ptrdiff_t>(Post::columns);
  EXPECT_EQ(changed([](Reply&) {}), Outcome::ok);
  EXPECT_EQ(changed([&](Reply&) { std::rotate(cells.begin(), cells.begin() + row, cells.end()); }),
            Outcome::ok)
      << "no order is promised";
  EXPECT_EQ(changed([&](Reply& reply) {
              cells.resize(cells.size() - Post::columns);
              --reply.number;
            }),
            Outcome::wrong_value)
      << "one row too few";
  EXPECT_EQ(
      changed([&](Reply&) { std::copy(cells.begin(), cells.begin() + row, cells.begin() + row); }),
      Outcome::wrong_value)
      << "the same row twice";
  EXPECT_EQ(changed([&](Reply&) { cells[Post::body].bytes = "x"; }), Outcome::wrong_value);
}

TEST(TableMultiRead, RefusesRowsOfAnotherUser) {
  Filled filled(select("table.multi_read", small));
  MemorySession& session = filled.session;
  EXPECT_EQ(judge(*filled.work,
                  [&](Reply& reply) {
                    const std::int64_t user = reply.cells[Post::user_id].integer;
                    session.multi_read(Post::user_id, user % 234 + 1, 5, reply);
                  }),
            Outcome::wrong_value);
}

TEST(TableMultiRead, AcceptsFewerRowsWhereAUserHasFewer) {
  Filled filled(select("table.multi_read", {{"rows", 25}, {"posts_per_user", 2}}));
  for (const Outcome outcome : run(*filled.work, filled.session, 200)) {
    ASSERT_EQ(outcome, Outcome::ok);
  }
}

TEST(TableScan, WantsConsecutiveRows) {
  Filled filled(select("table.scan", {{"rows", 1000}, {"limit", 10}}));
  EXPECT_EQ(judge(*filled.work, [](Reply& reply) { EXPECT_EQ(reply.number, 10); }), Outcome::ok);
  filled.session.rows.erase(500);
  const auto outcomes = run(*filled.work, filled.session, 2000);
  const auto wrong = std::ranges::count(outcomes, Outcome::wrong_value);
  EXPECT_GT(wrong, 5);  // 20 expected: those whose ten rows include the erased one
  EXPECT_LT(wrong, 50);
}

TEST(TableScan, ReadsTheWholeTableWhenTheLimitIsGreater) {
  Filled filled(select("table.scan", {{"rows", 30}}));
  EXPECT_EQ(run(*filled.work, filled.session, 2), (std::vector{Outcome::ok, Outcome::ok}));
  EXPECT_EQ(filled.session.calls.front(), "scan 1");
}

TEST(TablePointUpdate, AlwaysStoresAnotherValue) {
  Filled filled(select("table.point_update", {{"rows", 1}}));
  std::set<std::int64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    run(*filled.work, filled.session, 1);
    seen.insert(filled.session.rows.at(1).at(Post::updated_at).integer);
  }
  EXPECT_EQ(seen.size(), 1000U);
}

TEST(TablePointUpdate, CountsLostAndStaleUpdates) {
  const Selection selection = select("table.point_update", {{"rows", 20}});
  Filled filled(selection, Share{.sessions = 2});
  const auto loaded = filled.session.rows;
  run(*filled.work, filled.session, 500);
  const auto older = filled.session.rows;
  run(*filled.work, filled.session, 500);
  EXPECT_EQ(filled.work->verify(1000).wrong, 0U);
  const auto newest = filled.session.rows;
  for (const auto& lie : {loaded, older}) {
    filled.session.rows = lie;
    EXPECT_EQ(filled.work->verify(1000).wrong, 20U);
  }
  filled.session.rows = newest;
  filled.session.rows.erase(7);
  EXPECT_EQ(filled.work->verify(1000).wrong, 1U);
  filled.session.rows = newest;
  const auto other = make_work(selection, Share{.session = 1, .sessions = 2}, 0, filled.session);
  run(*other, filled.session, 500);
  EXPECT_EQ(filled.work->verify(1000).wrong, 0U) << "overwritten by another session";
}

TEST(TableInsert, UsesIdsNoOtherSessionUses) {
  const Selection selection = select("table.insert", {{"rows", 100}});
  MemorySession session;
  fill(selection, 1, session);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto work = make_work(selection, Share{.session = i, .sessions = 3}, 0, session);
    for (const Outcome outcome : run(*work, session, 500)) {
      ASSERT_EQ(outcome, Outcome::ok);
    }
  }
  EXPECT_EQ(session.rows.size(), 1600U);
  EXPECT_EQ(session.rows.rbegin()->first, 1600);
}

TEST(TableInsert, CountsEveryRowThatIsGoneOrWrong) {
  Filled filled(select("table.insert", {{"rows", 100}}));
  run(*filled.work, filled.session, 50);
  EXPECT_EQ(filled.work->verify(1000).wrong, 0U);
  filled.session.rows.at(120).at(Post::body).text[0] = 'z';
  EXPECT_EQ(filled.work->verify(1000).wrong, 1U);
  filled.session.rows.erase(121);
  EXPECT_EQ(filled.work->verify(1000).wrong, 2U);
}

TEST(TableInsert, DoesNotMissRowsTheSystemRefused) {
  Filled filled(select("table.insert", {{"rows", 100}}));
  filled.session.fail_with = [](const std::string&) { return Status::refused; };
  run(*filled.work, filled.session, 50);
  filled.session.fail_with = {};
  EXPECT_EQ(filled.work->verify(1000).wrong, 0U);
}

}  // namespace
}  // namespace assay::workload
