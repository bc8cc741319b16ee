// Mixes on a system in memory: their shares, what a read accepts, and that lies are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "select.h"
#include "workload/own_workload.h"
#include "workload/posts.h"

namespace assay::workload {
namespace {

using Shares = std::vector<std::pair<std::string, double>>;

Selection mix_of(const Shares& shares, const std::map<std::string, nlohmann::json>& parameters) {
  nlohmann::json members = nlohmann::json::array();
  for (const auto& [name, share] : shares) {
    members.push_back({{"workload", name}, {"share", share}});
  }
  Selection selection{"mine", {}, {}, true, {{"kind", "mix"}, {"of", members}}};
  const Definition made = own_workload("mine", selection.definition);
  for (const Parameter& each : made.description.parameters) {
    selection.parameters[each.name] = each.default_value;
  }
  for (const auto& [name, value] : parameters) {
    selection.parameters[name] = value;
  }
  return selection;
}

// A filled system and a work on it, of one session or of the first of two.
class Mixed {
 public:
  explicit Mixed(const Selection& selection, const Share& share = {}, bool pipelined = false)
      : session(pipelined) {
    const auto schemas = tables(selection);
    session.columns = schemas.empty() ? 6 : schemas.front().columns.size();
    fill(selection, share.seed, session);
    session.calls.clear();
    work = make_work(selection, share, pipelined ? 8 : 0, session);
  }

  std::size_t count(const std::string& call) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        session.calls, [&](const std::string& each) { return each.starts_with(call + " "); }));
  }

  MemorySession session;
  std::unique_ptr<Work> work;
};

void expect_all_ok(const std::vector<Outcome>& outcomes) {
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(outcomes, Outcome::ok)), outcomes.size());
}

TEST(Mix, DrawsItsMembersByTheirShares) {
  Mixed mixed(
      mix_of({{"table.point_read", 0.95}, {"table.point_update", 0.04}, {"table.insert", 0.01}},
             {{"rows", 50}}));
  constexpr std::size_t operations = 20'000;
  expect_all_ok(run(*mixed.work, mixed.session, operations));
  const auto near = [&](const std::string& call, double share) {
    EXPECT_NEAR(static_cast<double>(mixed.count(call)), operations * share,
                4 * std::sqrt(operations * share * (1 - share)))
        << call;
  };
  near("point_read", 0.95);
  near("point_update", 0.04);
  near("insert", 0.01);
  EXPECT_EQ(mixed.work->verify(1000).wrong, 0);
}

TEST(Mix, SaysWhoseEachOperationIs) {
  Mixed mixed(mix_of({{"table.point_read", 0.5}, {"table.point_update", 0.5}}, {{"rows", 50}}));
  const Work::Parts parts = mixed.work->parts();
  ASSERT_EQ(parts.count, 2);
  mixed.work->make(0, mixed.work->slots());
  for (std::uint32_t slot = 0; slot < mixed.work->slots(); ++slot) {
    Reply reply;
    mixed.work->issue(slot, reply);
    EXPECT_TRUE(mixed.session.calls.back().starts_with(parts.of_slot[slot] == 0 ? "point_read"
                                                                                : "point_update"));
  }
}

TEST(Mix, MembersChooseApartFromEachOther) {
  Mixed mixed(
      mix_of({{"table.point_read", 0.5}, {"table.point_update", 0.5}}, {{"rows", 100'000}}));
  run(*mixed.work, mixed.session, 100);
  std::vector<std::string> read;
  std::vector<std::string> written;
  for (const std::string& call : mixed.session.calls) {
    (call.starts_with("point_read") ? read : written).push_back(call.substr(call.find(' ')));
  }
  EXPECT_NE(read.front(), written.front());
}

TEST(Mix, TwoSessionsAcceptWhatTheOtherHasWritten) {
  const Selection selection = mix_of(
      {{"table.point_read", 0.4}, {"table.point_update", 0.4}, {"table.read_modify_write", 0.2}},
      {{"rows", 20}});
  Mixed mixed(selection, {.sessions = 2});
  const auto other = make_work(selection, {.session = 1, .sessions = 2}, 0, mixed.session);
  for (int i = 0; i < 50; ++i) {
    expect_all_ok(run(*mixed.work, mixed.session, 20));
    expect_all_ok(run(*other, mixed.session, 20));
  }
  EXPECT_EQ(mixed.work->verify(1000).wrong, 0);
  EXPECT_GT(other->verify(1000).checked, 0);
}

// Of one row, so that every operation meets the lie.
TEST(Mix, AReadFindsThatAWriteOfThisSessionIsGone) {
  Mixed mixed(mix_of({{"table.point_read", 0.5}, {"table.point_update", 0.5}}, {{"rows", 1}}));
  const StoredRow loaded = mixed.session.rows.at(1);
  expect_all_ok(run(*mixed.work, mixed.session, 50));
  mixed.session.rows[1] = loaded;
  mixed.session.fail_with = [](const std::string& call) {
    return call.starts_with("point_update") ? Status::conflict : Status::ok;
  };
  const std::vector<Outcome> outcomes = run(*mixed.work, mixed.session, 50);
  EXPECT_EQ(std::ranges::count(outcomes, Outcome::ok), 0);
  EXPECT_GT(std::ranges::count(outcomes, Outcome::wrong_value), 0);
  EXPECT_EQ(mixed.work->verify(1000).wrong, 1);
}

TEST(Mix, AReadBesideNoWriterAcceptsOnlyWhatWasLoaded) {
  Mixed mixed(mix_of({{"table.point_read", 0.5}, {"table.scan", 0.5}}, {{"rows", 1}}),
              {.sessions = 2});
  const Posts posts(1, 1, 1, 100);
  mixed.session.rows[1][Post::updated_at].integer = posts.stamp(1, 2U << 30 | 5);
  const std::vector<Outcome> outcomes = run(*mixed.work, mixed.session, 10);
  EXPECT_EQ(std::ranges::count(outcomes, Outcome::wrong_value), 10);
}

TEST(Mix, ReadsAndScansReachWhatTheSessionHasInserted) {
  for (const bool verify : {true, false}) {
    Selection selection =
        mix_of({{"table.point_read", 0.4}, {"table.scan", 0.2}, {"table.insert", 0.4}},
               {{"rows", 30}, {"limit", 7}, {"lengths", "uniform"}, {"distribution", "latest"}});
    selection.verify = verify;
    Mixed mixed(selection, {.sessions = 3});
    expect_all_ok(run(*mixed.work, mixed.session, 5000));
    const auto beyond = std::ranges::count_if(mixed.session.calls, [](const std::string& call) {
      return call.starts_with("point_read ") && std::stoi(call.substr(11)) > 30;
    });
    EXPECT_GT(beyond, 500);
  }
}

TEST(Mix, AScanFindsARowThatIsMissing) {
  Mixed mixed(mix_of({{"table.scan", 0.5}, {"table.insert", 0.5}}, {{"rows", 8}, {"limit", 8}}),
              {.sessions = 2});
  expect_all_ok(run(*mixed.work, mixed.session, 100));
  mixed.session.rows.erase(5);
  mixed.session.rows.erase(11);  // this session has 9, 11, …
  const std::vector<Outcome> outcomes = run(*mixed.work, mixed.session, 100);
  EXPECT_GT(std::ranges::count(outcomes, Outcome::wrong_value), 0);
  EXPECT_GT(mixed.work->verify(1000).wrong, 0);
}

TEST(Mix, KeepsItsOrderInAPipeline) {
  Mixed mixed(mix_of({{"cache.get", 0.5}, {"cache.put", 0.3}, {"cache.insert", 0.2}},
                     {{"keys", 5}, {"payload", 20}}),
              {}, true);
  const std::uint32_t mask = mixed.work->slots() - 1;
  std::uint32_t made = 0;
  std::uint32_t ended = 0;
  for (int i = 0; i < 3000; ++i) {
    mixed.work->make(made & mask, 1);
    Reply reply;
    ASSERT_EQ(mixed.work->issue(made++ & mask, reply), Status::pending);
    Status status{};
    if (made - ended == 8 && mixed.session.take(status, reply)) {
      ASSERT_EQ(mixed.work->check(ended++ & mask, status, reply), Outcome::ok);
    }
  }
}

// YCSB's A to F, on both datasets.
TEST(Mix, TheSixOfYcsbEndWellOnBothDatasets) {
  const std::vector<Shares> six{{{"table.point_read", 0.5}, {"table.point_update", 0.5}},
                                {{"table.point_read", 0.95}, {"table.point_update", 0.05}},
                                {{"table.point_read", 1}},
                                {{"table.point_read", 0.95}, {"table.insert", 0.05}},
                                {{"table.scan", 0.95}, {"table.insert", 0.05}},
                                {{"table.point_read", 0.5}, {"table.read_modify_write", 0.5}}};
  for (const Shares& shares : six) {
    for (const char* dataset : {"posts", "records"}) {
      Mixed mixed(
          mix_of(shares, {{"rows", 200}, {"dataset", dataset}, {"distribution", "zipfian"}}));
      expect_all_ok(run(*mixed.work, mixed.session, 500));
      const Verdict verdict = mixed.work->verify(100);
      EXPECT_EQ(verdict.wrong, 0);
      EXPECT_EQ(verdict.checked > 0, shares.size() > 1);
    }
  }
}

TEST(Mix, CountersAndValuesStandBesideEachOther) {
  Mixed mixed(mix_of({{"cache.get", 0.5}, {"cache.increment", 0.5}}, {{"keys", 10}}));
  expect_all_ok(run(*mixed.work, mixed.session, 200));
  EXPECT_EQ(mixed.work->verify(100).wrong, 0);
}

TEST(ReadModifyWrite, MakesTwoCallsAndFindsAWrongValueItHasRead) {
  for (const char* name : {"table.read_modify_write", "cache.read_modify_write"}) {
    const bool table = std::string_view(name).starts_with("table");
    Mixed mixed(select(name, {{table ? "rows" : "keys", 1}}));
    expect_all_ok(run(*mixed.work, mixed.session, 5));
    EXPECT_EQ(mixed.session.calls.size(), 10);
    EXPECT_EQ(mixed.work->other_calls(), 5);
    if (table) {
      mixed.session.rows[1][Post::title].text[3] = 'z';
    } else {
      mixed.session.values.begin()->second[30] ^= 1;
    }
    EXPECT_EQ(run(*mixed.work, mixed.session, 1).front(), Outcome::wrong_value);
  }
}

TEST(Mix, RefusesMembersThatCannotWorkTogether) {
  EXPECT_THROW(mix_of({{"cache.get", 0.5}, {"table.scan", 0.5}}, {}), Error);
  EXPECT_THROW(mix_of({{"cache.get", 0.5}, {"cache.erase", 0.5}}, {}), Error);
  const Selection posts_only =
      mix_of({{"table.point_read", 0.5}, {"table.multi_read", 0.5}}, {{"dataset", "records"}});
  MemorySession session;
  EXPECT_THROW(fill(posts_only, 1, session), Error);
}

}  // namespace
}  // namespace assay::workload
