#include "workload/versions.h"

#include <gtest/gtest.h>

#include <set>

#include "workload/ledger.h"

namespace assay::workload {
namespace {

Versions versions_of(std::uint32_t session, std::uint32_t sessions) {
  return Versions(Share{.session = session, .sessions = sessions});
}

TEST(Versions, OfDifferentWritesDiffer) {
  std::set<std::uint32_t> seen;
  for (std::uint32_t session = 0; session < 5; ++session) {
    Versions versions = versions_of(session, 5);
    for (int i = 0; i < 1000; ++i) {
      seen.insert(versions.next());
    }
  }
  EXPECT_EQ(seen.size(), 5000U);
  EXPECT_FALSE(seen.contains(Versions::loaded));
}

TEST(Versions, NeverRepeatTheOneBeforeEvenWhenTheCounterStartsAgain) {
  Versions versions = versions_of(65'534, 65'535);  // 16 bits are left to count
  std::uint32_t before = versions.next();
  for (int i = 0; i < 200'000; ++i) {
    const std::uint32_t next = versions.next();
    ASSERT_NE(next, before);
    ASSERT_NE(next, Versions::loaded);
    before = next;
  }
}

TEST(Versions, KnowWhatMayFollowAWriteOfTheirOwn) {
  Versions mine = versions_of(0, 3);
  Versions other = versions_of(2, 3);
  const std::uint32_t older = mine.next();
  const std::uint32_t newest = mine.next();
  EXPECT_TRUE(mine.may_follow(newest, newest));
  EXPECT_TRUE(mine.may_follow(newest, other.next()));
  EXPECT_FALSE(mine.may_follow(newest, older));
  EXPECT_FALSE(mine.may_follow(newest, Versions::loaded));
  EXPECT_FALSE(versions_of(0, 2).may_follow(newest, 3U << 30)) << "there is no third writer";
}

TEST(Ledger, RemembersFewItemsAndASampleOfMany) {
  Ledger ledger;
  const auto all = [](const Ledger::Entry&) { return true; };
  EXPECT_EQ(ledger.verify(1000, all).checked, 0U);
  ledger.note(5, 1);
  ledger.note(5, 2);
  ledger.note(6, 3);
  EXPECT_EQ(ledger.verify(1000, all).checked, 2U);
  EXPECT_EQ(ledger.verify(1, all).checked, 1U);
  EXPECT_EQ(
      ledger.verify(1000, [](const Ledger::Entry& entry) { return entry.version != 2; }).wrong, 1U);
  ledger.forget(5);
  ledger.forget(7);
  EXPECT_EQ(ledger.verify(1000, all).checked, 1U);
  for (std::uint64_t item = 0; item < 100'000; ++item) {
    ledger.note(item, 0);
  }
  EXPECT_EQ(ledger.verify(100'000, all).checked, Ledger::places);
}

}  // namespace
}  // namespace assay::workload
