// What the cache workloads ask for, and how they judge replies.
#include <iterator>
#include <set>
#include <sstream>

#include "select.h"
#include "workload/keys.h"

namespace assay::workload {
namespace {

const std::map<std::string, nlohmann::json> few_keys{{"keys", 20}};

std::vector<std::string> calls_of(const Selection& selection, const Share& share) {
  MemorySession session;
  fill(selection, share.seed, session);
  session.calls.clear();
  run(*make_work(selection, share, 0, session), session, 300);
  return session.calls;
}

TEST(CacheWork, RepeatsItselfForTheSameSeedAndForNothingElse) {
  // Five calls a transaction; 128 of 250 keys of its own are erased before they are put back.
  for (const auto& [name, wanted] :
       std::map<std::string, std::size_t>{{"cache.erase", 302},
                                          {"cache.get", 300},
                                          {"cache.put", 300},
                                          {"cache.multi_get", 300},
                                          {"cache.multi_put", 300},
                                          {"table.point_read", 300},
                                          {"table.multi_read", 300},
                                          {"table.point_update", 300},
                                          {"table.scan", 300},
                                          {"table.transaction", 1500}}) {
    const Selection selection =
        name[0] == 'c' ? select(name, {{"keys", 1000}}) : select(name, {{"rows", 1000}});
    const Share share{.seed = 5, .session = 1, .sessions = 4, .round = 2};
    const auto calls = calls_of(selection, share);
    EXPECT_EQ(calls.size(), wanted) << name;
    EXPECT_EQ(calls, calls_of(selection, share)) << name;
    for (const Share& other : {Share{6, 1, 4, 2}, Share{5, 2, 4, 2}, Share{5, 1, 4, 3}}) {
      EXPECT_NE(calls, calls_of(selection, other)) << name;
    }
  }
}

TEST(CacheWork, FindsEverythingItLoadedAndEverythingItWrote) {
  for (const char* distribution : {"uniform", "zipfian"}) {
    for (const char* name : {"cache.get", "cache.put", "cache.multi_get", "cache.multi_put"}) {
      for (const int payload : {10, 100, 1000, 10'000}) {
        MemorySession session;
        const Selection selection =
            select(name, {{"keys", 777}, {"payload", payload}, {"distribution", distribution}});
        fill(selection, 9, session);
        EXPECT_EQ(session.values.size(), 777U);
        const auto work = make_work(selection, Share{.seed = 9}, 0, session);
        for (const Outcome outcome : run(*work, session, 1000)) {
          ASSERT_EQ(outcome, Outcome::ok) << name << " " << payload;
        }
        EXPECT_EQ(work->verify(1000).wrong, 0U);
      }
    }
  }
}

TEST(CacheWork, OverwritesAlwaysWithOtherBytes) {
  MemorySession session;
  const Selection selection = select("cache.put", few_keys);
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  for (int i = 0; i < 1000; ++i) {
    const auto before = session.values;
    run(*work, session, 1);
    ASSERT_NE(session.values, before) << i;
  }
}

TEST(CacheGet, TellsEveryLieFromAValue) {
  MemorySession session;
  const Selection selection = select("cache.get", few_keys);
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  EXPECT_EQ(judge(*work, [](Reply&) {}), Outcome::ok);
  std::string copy;
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(judge(*work,
                    [&](Reply& reply) {
                      copy = reply.value;
                      copy[i] = static_cast<char>(copy[i] + 1);
                      reply.value = copy;
                    }),
              Outcome::wrong_value)
        << "byte " << i;
  }
  EXPECT_EQ(judge(*work, [](Reply& reply) { reply.value.remove_suffix(1); }), Outcome::wrong_value);
  EXPECT_EQ(judge(*work, [](Reply& reply) { reply.value = {}; }), Outcome::wrong_value);
  EXPECT_EQ(judge(*work,
                  [&](Reply& reply) {
                    for (const auto& [key, value] : session.values) {
                      if (value != reply.value) {
                        reply.value = value;
                      }
                    }
                  }),
            Outcome::wrong_value)
      << "another key's value";
}

TEST(CacheGet, CountsAMissingKeyAsNotFound) {
  MemorySession session;
  const auto work = make_work(select("cache.get", few_keys), Share{}, 0, session);
  EXPECT_EQ(run(*work, session, 1), std::vector{Outcome::not_found});
}

TEST(CacheMultiGet, JudgesEveryValueOfABatch) {
  MemorySession session;
  const Selection selection = select("cache.multi_get", few_keys);
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  std::vector<Bytes> values;
  const auto changed = [&](auto change) {
    return judge(*work, [&](Reply& reply) {
      values.assign(reply.values.begin(), reply.values.end());
      change();
      reply.values = values;
    });
  };
  EXPECT_EQ(changed([] {}), Outcome::ok);
  EXPECT_EQ(changed([&] { values.pop_back(); }), Outcome::wrong_value);
  EXPECT_EQ(changed([&] { std::swap(values[0], values[1]); }), Outcome::wrong_value);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(changed([&] { values[i] = {}; }), Outcome::not_found) << i;
    EXPECT_EQ(changed([&] { values[i].remove_prefix(1); }), Outcome::wrong_value) << i;
  }
}

TEST(CacheMultiPut, HasNoKeyTwiceInABatch) {
  MemorySession session;
  const Selection selection =
      select("cache.multi_put",
             {{"keys", 12}, {"batch", 12}, {"distribution", "zipfian"}, {"theta", 0.999}});
  fill(selection, 1, session);
  session.calls.clear();
  run(*make_work(selection, Share{}, 0, session), session, 50);
  for (const std::string& call : session.calls) {
    std::istringstream words(call);
    const std::set<std::string> seen{std::istream_iterator<std::string>(words), {}};
    EXPECT_EQ(seen.size(), 13U) << call;
  }
}

TEST(CachePut, PassesTheTimeToLiveOn) {
  MemorySession session;
  const Selection selection = select("cache.put", {{"keys", 1}, {"ttl_ms", 2'592'000'000}});
  fill(selection, 1, session);
  EXPECT_EQ(session.ttls_ms.begin()->second, 0);
  run(*make_work(selection, Share{}, 0, session), session, 1);
  EXPECT_EQ(session.ttls_ms.begin()->second, 2'592'000'000);
}

TEST(CacheIncrement, AcceptsOnlyNumbersThatGrow) {
  MemorySession session;
  const Selection selection = select("cache.increment");
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{.sessions = 2}, 0, session);
  EXPECT_EQ(judge(*work, [](Reply&) {}), Outcome::ok);
  EXPECT_EQ(judge(*work, [](Reply& reply) { reply.number = 90; }), Outcome::ok)
      << "another session can have counted";
  EXPECT_EQ(judge(*work, [](Reply& reply) { reply.number = 90; }), Outcome::wrong_value);
  EXPECT_EQ(judge(*work, [](Reply& reply) { reply.number = 89; }), Outcome::wrong_value);
}

TEST(CacheIncrement, AcceptsOnlyTheNextNumberWhenAlone) {
  MemorySession session;
  const Selection selection = select("cache.increment", {{"keys", 3}});
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  for (const Outcome outcome : run(*work, session, 1000)) {
    ASSERT_EQ(outcome, Outcome::ok);
  }
  EXPECT_EQ(session.values.size(), 3U);
  EXPECT_EQ(judge(*work, [](Reply& reply) { ++reply.number; }), Outcome::wrong_value);
}

TEST(Works, KeepEverySlotOfAPipelineApart) {
  for (const Description& each : catalogue()) {
    if (each.depth_0_only) {
      continue;
    }
    const bool cache = each.component == Component::key_value;
    const Selection selection =
        each.name == "cache.increment"
            ? select(each.name, {{"keys", 7}})
            : (cache ? select(each.name, few_keys) : select(each.name, {{"rows", 200}}));
    MemorySession plain;
    fill(selection, 1, plain);
    MemorySession session(true);
    session.values = plain.values;
    session.rows = plain.rows;
    constexpr std::uint32_t depth = 300;
    const auto work = make_work(selection, Share{}, depth, session);
    ASSERT_EQ(work->slots(), 512U) << each.name;
    for (int round = 0; round < 3; ++round) {
      work->make(0, depth);
      Reply reply;
      for (std::uint32_t slot = 0; slot < depth; ++slot) {
        ASSERT_EQ(work->issue(slot, reply), Status::pending);
      }
      for (std::uint32_t slot = 0; slot < depth; ++slot) {
        Status status = Status::failed;
        ASSERT_TRUE(session.take(status, reply));
        ASSERT_EQ(work->check(slot, status, reply), Outcome::ok) << each.name;
      }
    }
    EXPECT_EQ(work->verify(1000).wrong, 0U) << each.name;
  }
}

TEST(Works, OfSeveralCallsAnOperationRefuseAPipeline) {
  for (const char* name : {"cache.erase", "table.transaction"}) {
    MemorySession session;
    EXPECT_TRUE(find(name)->depth_0_only);
    try {
      make_work(select(name), Share{}, 1, session);
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), std::string(name) +
                                  " makes several calls an operation, which wait for one another: "
                                  "depth must be 0, not 1");
    }
  }
}

TEST(Works, FillThroughAPipelinedSessionAsWell) {
  for (const char* name : {"cache.get", "cache.increment", "table.insert"}) {
    MemorySession plain;
    MemorySession pipelined(true);
    fill(select(name), 1, plain);
    fill(select(name), 1, pipelined);
    EXPECT_EQ(plain.values, pipelined.values);
    EXPECT_EQ(plain.rows.size(), pipelined.rows.size());
  }
}

TEST(Works, TakeFewerSlotsForHugeValuesButNeverFewerThanTheDepth) {
  MemorySession session;
  const Selection selection = select("cache.put", {{"payload", 1 << 20}, {"keys", 2}});
  EXPECT_EQ(make_work(selection, Share{}, 0, session)->slots(), 1U);
  EXPECT_EQ(make_work(selection, Share{}, 5, session)->slots(), 8U);
  EXPECT_EQ(make_work(select("cache.put"), Share{}, 0, session)->slots(), 256U);
}

TEST(Works, LeaveRepliesAloneWhenNothingIsVerified) {
  MemorySession session;
  Selection selection = select("cache.get", few_keys);
  EXPECT_TRUE(make_work(selection, Share{}, 0, session)->checks());
  selection.verify = false;
  EXPECT_FALSE(make_work(selection, Share{}, 0, session)->checks());
}

// row 13: a backend that answers every request with an error has no successful operation.
TEST(Works, CountEveryErrorUnderItsKind) {
  const std::map<Status, Outcome> kinds{
      {Status::not_found, Outcome::not_found}, {Status::conflict, Outcome::conflict},
      {Status::refused, Outcome::refused},     {Status::timeout, Outcome::timeout},
      {Status::unknown, Outcome::unknown},     {Status::failed, Outcome::failed}};
  for (const Description& each : catalogue()) {
    MemorySession session;
    const auto work = make_work(select(each.name), Share{}, 0, session);
    for (const auto& [status, outcome] : kinds) {
      const bool all = each.name != "cache.erase";  // that puts back outside its operations
      session.fail_with = [status = status, all](const std::string& call) {
        return all || call.starts_with("erase") ? status : Status::ok;
      };
      EXPECT_EQ(run(*work, session, 1), std::vector{outcome}) << each.name;
    }
  }
}

}  // namespace
}  // namespace assay::workload
