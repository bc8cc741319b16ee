// Erasing: every operation has a key that is there, whose absence and return can be verified.
#include <set>

#include "select.h"

namespace assay::workload {
namespace {

class CacheErase : public testing::Test {
 protected:
  void start(int keys, const Share& share = {}) {
    selection_ = select("cache.erase", {{"keys", keys}});
    fill(selection_, share.seed, session_);
    loaded_ = session_.values;
    session_.calls.clear();
    work_ = make_work(selection_, share, 0, session_);
  }

  void run_well(std::size_t operations) {
    for (const Outcome outcome : run(*work_, session_, operations)) {
      ASSERT_EQ(outcome, Outcome::ok);
    }
  }

  Selection selection_;
  MemorySession session_;
  std::map<std::string, std::string> loaded_;
  std::unique_ptr<Work> work_;
};

TEST_F(CacheErase, FindsAKeyToEraseAlwaysAndPutsAllBack) {
  for (const int keys : {1, 2, 3, 100, 777}) {
    session_.values.clear();
    start(keys);
    run_well(3000);
    EXPECT_LT(session_.values.size(), loaded_.size());
    work_->make(0, 1);
    EXPECT_EQ(session_.values, loaded_) << keys;
  }
}

TEST_F(CacheErase, ErasesItsOwnShareOnlyAndAllOfIt) {
  start(100, Share{.session = 0, .sessions = 3});
  const auto second = make_work(selection_, Share{.session = 2, .sessions = 3}, 0, session_);
  std::set<std::string> own;
  std::set<std::string> others;
  run_well(200);
  own.insert(session_.calls.begin(), session_.calls.end());
  session_.calls.clear();
  run(*second, session_, 200);
  others.insert(session_.calls.begin(), session_.calls.end());
  const auto erased = [](const std::set<std::string>& calls) {
    std::set<std::string> keys;
    for (const std::string& call : calls) {
      if (call.starts_with("erase")) {
        keys.insert(call);
      }
    }
    return keys;
  };
  EXPECT_EQ(erased(own).size(), 34U);
  EXPECT_EQ(erased(others).size(), 33U);
  for (const std::string& key : erased(own)) {
    EXPECT_EQ(others.count(key), 0U) << key;
  }
}

TEST_F(CacheErase, GoesOnAfterAWindowThatUsedOnlySomeOfWhatWasMade) {
  start(20);
  for (int i = 0; i < 100; ++i) {
    work_->make(0, work_->slots());
    Reply reply;
    for (std::uint32_t slot = 0; slot < 3; ++slot) {
      ASSERT_EQ(work_->check(slot, work_->issue(slot, reply), reply), Outcome::ok) << i;
    }
  }
}

TEST_F(CacheErase, CountsAKeyThatIsStillThereOrDoesNotComeBackAsWrong) {
  start(40);
  run_well(50);
  EXPECT_EQ(work_->verify(1000).wrong, 0U);
  EXPECT_EQ(work_->verify(1000).checked, 40U);
  EXPECT_EQ(work_->verify(7).checked, 7U) << "no more than asked";
  auto values = session_.values;
  session_.values = loaded_;
  EXPECT_EQ(work_->verify(1000).wrong, loaded_.size() - values.size());
  session_.values = values;
  session_.values.begin()->second[50] ^= 1;
  EXPECT_EQ(work_->verify(1000).wrong, 1U);
  session_.values = values;
  session_.values.erase(session_.values.begin());
  EXPECT_EQ(work_->verify(1000).wrong, 1U);
}

TEST_F(CacheErase, SaysHowOftenItPutBack) {
  start(64);
  run_well(64);
  EXPECT_EQ(work_->other_calls(), 0U);
  run_well(128);
  EXPECT_EQ(work_->other_calls(), 2U);
}

TEST_F(CacheErase, EndsWhenNothingCanBePutBack) {
  start(8);
  run_well(8);
  session_.fail_with = [](const std::string&) { return Status::refused; };
  try {
    work_->make(0, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "putting back erased keys ended as refused: the disk is full");
  }
}

TEST_F(CacheErase, NeedsAKeyForEachSession) {
  start(3);
  try {
    make_work(selection_, Share{.session = 1, .sessions = 4}, 0, session_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cache.erase: each of the 4 sessions needs a key of its own to erase, but keys is "
                 "3; give more keys");
  }
}

}  // namespace
}  // namespace assay::workload
