#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "noop_place.h"

namespace {

using assay::Reply;
using assay::Status;

TEST(NoopPlugin, CountsEachCallOnceAlsoOfClosedSessions) {
  const NoopPlace place;
  const std::int64_t before = NoopPlace::plugin().counters(place.place()).at(0).value;
  Reply reply;
  for (int round = 0; round < 2; ++round) {
    const auto session = place.open();
    session->key_value()->put("k", "v", 0, reply);
    session->key_value()->get("k", reply);
    session->key_value()->get("missing", reply);
  }
  const auto after = NoopPlace::plugin().counters(place.place());
  EXPECT_EQ(after.at(0).name, "operations");
  EXPECT_EQ(after.at(0).value - before, 6);
}

TEST(NoopPlugin, SharesItsStoreBetweenProcesses) {
  const NoopPlace place;
  const pid_t child = fork();
  if (child == 0) {
    Reply reply;
    const Status status = place.open()->key_value()->put("from", "the child", 0, reply);
    _exit(status == Status::ok ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  const auto session = place.open();
  Reply reply;
  ASSERT_EQ(session->key_value()->get("from", reply), Status::ok);
  EXPECT_EQ(reply.value, "the child");
}

TEST(NoopPlugin, ReadsBackThatNothingSurvives) {
  const NoopPlace place(NoopPlace::Settings{{"keys", "1000"}});
  const assay::Facts facts = place.open()->facts();
  EXPECT_EQ(facts.durability, assay::Durability::none);
  EXPECT_EQ(facts.settings.at(1).name, "keys");
  EXPECT_EQ(facts.settings.at(1).value, "1000");
}

TEST(NoopPlugin, SaysWhichFolderCannotBeUsed) {
  const NoopPlace made;
  assay::Place place = made.place();
  place.folder = "/no/such/folder";
  try {
    NoopPlace::plugin().prepare(place);
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_STREQ(error.what(),
                 "the noop plugin cannot make /no/such/folder/noop-values: No such file or "
                 "directory; check the folder's space and permissions");
  }
}

TEST(NoopPlugin, HasATableOnlyWhereTheWorkloadUsesOne) {
  EXPECT_EQ(NoopPlace().open()->table(), nullptr);
}

}  // namespace
