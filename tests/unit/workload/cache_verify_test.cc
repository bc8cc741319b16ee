// Reading back what was written to a cache: every loss and every stale value must be counted.
#include <fmt/format.h>

#include <algorithm>

#include "select.h"

namespace assay::workload {
namespace {

class CacheVerify : public testing::TestWithParam<const char*> {
 protected:
  void start(const Share& share, std::int64_t ttl_ms = 0) {
    selection_ = select(GetParam(), {{"keys", 20}, {"ttl_ms", ttl_ms}});
    fill(selection_, 1, session_);
    loaded_ = session_.values;
    work_ = make_work(selection_, share, 0, session_);
    run(*work_, session_, 500);
    ASSERT_EQ(work_->verify(1000).wrong, 0U);
  }

  Selection selection_;
  MemorySession session_;
  std::map<std::string, std::string> loaded_;
  std::unique_ptr<Work> work_;
};

TEST_P(CacheVerify, CountsEveryKeyThatIsGone) {
  start(Share{});
  session_.values.erase(session_.values.begin());
  EXPECT_EQ(work_->verify(1000).wrong, 1U);
  session_.values.clear();
  EXPECT_EQ(work_->verify(1000).wrong, 20U);
  EXPECT_EQ(work_->verify(7).wrong, 7U) << "no more than asked";
}

TEST_P(CacheVerify, CountsTheLoadsValuesAsStale) {
  start(Share{.sessions = 2});
  session_.values = loaded_;
  EXPECT_EQ(work_->verify(1000).wrong, 20U);
}

TEST_P(CacheVerify, CountsOlderValuesOfItsOwnAsStale) {
  start(Share{.sessions = 2});
  const auto before = session_.values;
  run(*work_, session_, 500);
  session_.values = before;
  EXPECT_EQ(work_->verify(1000).wrong, 20U);
}

TEST_P(CacheVerify, CountsOneWrongByte) {
  start(Share{});
  session_.values.begin()->second[50] ^= 1;
  EXPECT_EQ(work_->verify(1000).wrong, 1U);
}

TEST_P(CacheVerify, AcceptsWhatAnotherSessionWroteLater) {
  start(Share{.session = 0, .sessions = 2});
  const auto other = make_work(selection_, Share{.session = 1, .sessions = 2}, 0, session_);
  run(*other, session_, 500);
  EXPECT_EQ(work_->verify(1000).wrong, 0U);
  EXPECT_EQ(other->verify(1000).wrong, 0U);
}

TEST_P(CacheVerify, LeavesOutWritesThatMayOrMayNotHaveHappened) {
  start(Share{});
  session_.fail_with = [](const std::string&) { return Status::unknown; };
  run(*work_, session_, 500);
  session_.fail_with = {};
  session_.values = loaded_;
  EXPECT_EQ(work_->verify(1000).wrong, 0U);
}

TEST_P(CacheVerify, StillWantsWhatWasThereBeforeARefusedWrite) {
  start(Share{});
  session_.fail_with = [](const std::string&) { return Status::refused; };
  run(*work_, session_, 500);
  session_.fail_with = {};
  EXPECT_EQ(work_->verify(1000).wrong, 0U);
  session_.values = loaded_;
  EXPECT_EQ(work_->verify(1000).wrong, 20U);
}

TEST_P(CacheVerify, LetsKeysExpireOnlyWhenTheyCan) {
  start(Share{}, 1000);
  session_.values.clear();
  EXPECT_EQ(work_->verify(1000).checked, 0U) << "nothing can be told of a key that may expire";
  start(Share{}, 2'592'000'000);
  session_.values.clear();
  EXPECT_EQ(work_->verify(1000).wrong, 20U);
}

INSTANTIATE_TEST_SUITE_P(Writers, CacheVerify, testing::Values("cache.put", "cache.multi_put"),
                         [](const auto& tested) { return std::string(tested.param).substr(6); });

// Every workload that writes: what it could not read is neither right nor wrong.
class ReadBack : public testing::TestWithParam<const char*> {};

TEST_P(ReadBack, SaysHowManyItemsItHasChecked) {
  MemorySession session;
  const Selection selection = select(GetParam());
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  EXPECT_EQ(work->verify(5).checked, 0U) << "nothing has been written";
  run(*work, session, 300);
  session.calls.clear();
  const std::uint64_t checked = work->verify(5).checked;
  EXPECT_EQ(checked, std::string(GetParam()) == "cache.increment" ? 1U : 5U);
  EXPECT_EQ(session.calls.size(), checked);
}

TEST_P(ReadBack, ThrowsWhatTheSystemSaysWhereItCannotRead) {
  MemorySession session;
  const Selection selection = select(GetParam());
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  run(*work, session, 300);
  for (const Status status : {Status::timeout, Status::refused, Status::failed, Status::unknown}) {
    session.fail_with = [&](const std::string&) { return status; };
    try {
      work->verify(5);
      ADD_FAILURE() << "no error for " << name(status);
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with("reading back ")) << text;
      EXPECT_TRUE(text.ends_with(fmt::format(" ended as {}: the disk is full", name(status))))
          << text;
    }
  }
  session.fail_with = [](const std::string&) { return Status::not_found; };
  const Verdict gone = work->verify(5);
  EXPECT_EQ(gone.wrong, gone.checked);
  EXPECT_GT(gone.wrong, 0U);
}

INSTANTIATE_TEST_SUITE_P(Writers, ReadBack,
                         testing::Values("cache.put", "cache.multi_put", "cache.increment",
                                         "table.insert", "table.point_update"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

TEST(IncrementVerify, CountsACounterThatLostIncrements) {
  MemorySession session;
  const Selection selection = select("cache.increment");
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{.sessions = 2}, 0, session);
  run(*work, session, 100);
  EXPECT_EQ(session.values.begin()->second, "101");
  EXPECT_EQ(work->verify(10).wrong, 0U);
  session.values.begin()->second = "150";
  EXPECT_EQ(work->verify(10).wrong, 0U) << "another session can have counted";
  session.values.begin()->second = "100";
  EXPECT_EQ(work->verify(10).wrong, 1U);
  session.values.clear();
  EXPECT_EQ(work->verify(10).wrong, 1U);
}

TEST(IncrementVerify, WantsTheExactNumberWhenAloneAndCertain) {
  MemorySession session;
  const Selection selection = select("cache.increment");
  fill(selection, 1, session);
  const auto work = make_work(selection, Share{}, 0, session);
  run(*work, session, 100);
  session.values.begin()->second = "102";
  EXPECT_EQ(work->verify(10).wrong, 1U);
  session.fail_with = [](const std::string&) { return Status::unknown; };
  run(*work, session, 1);
  session.fail_with = {};
  EXPECT_EQ(work->verify(10).wrong, 0U) << "the lost reply's increment may have happened";
}

}  // namespace
}  // namespace assay::workload
