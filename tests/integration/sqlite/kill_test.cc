// kill -9 of a writing process at level process: what was acknowledged stays, and others go on.
#include <chrono>
#include <csignal>
#include <thread>

#include "children.h"
#include "place.h"

namespace assay::sqlite {
namespace {

class Kill : public PlaceTest {};

TEST_F(Kill, OfAWriterLosesNothingAcknowledgedAndBlocksNobody) {
  const Place here = place(Durability::process);
  plugin_->prepare(here);
  constexpr int acknowledged = 0;
  const SharedCounts<1> counts;
  for (int round = 0; round < 10; ++round) {
    const pid_t child = start_child([&] {
      Sqlite plugin;
      Reply reply;
      const auto session = plugin.open(here);
      for (;;) {
        const std::int64_t next = counts[acknowledged] + 1;
        if (session->key_value()->put(std::to_string(next), "value " + std::to_string(next), 0,
                                      reply) != Status::ok) {
          return 1;
        }
        counts[acknowledged] = next;
      }
    });
    const std::int64_t before = counts[acknowledged];
    while (counts[acknowledged] < before + 200) {
      std::this_thread::sleep_for(std::chrono::microseconds(500 + 37 * round));
    }
    kill(child, SIGKILL);
    EXPECT_EQ(wait_for_child(child), -SIGKILL);

    const auto session = plugin_->open(here);
    for (std::int64_t i = 1; i <= counts[acknowledged]; ++i) {
      ASSERT_EQ(session->key_value()->get(std::to_string(i), reply_), Status::ok) << i;
      ASSERT_EQ(reply_.value, "value " + std::to_string(i));
    }
    ASSERT_EQ(session->key_value()->put("after", std::to_string(round), 0, reply_), Status::ok)
        << session->last_error();
  }
}

TEST_F(Kill, OfAProcessInsideATransactionFreesItsTurn) {
  Place here = place(Durability::process);
  here.tables = {posts()};
  plugin_->prepare(here);
  const SharedCounts<1> counts;
  const pid_t child = start_child([&] {
    Sqlite plugin;
    Reply reply;
    const auto session = plugin.open(here);
    const Cell row[] = {{1, {}}, {1, {}}, {0, "unfinished"}, {1, {}}};
    if (session->table()->begin(reply) != Status::ok ||
        session->table()->insert(row, reply) != Status::ok) {
      return 1;
    }
    counts[0] = 1;
    pause();
    return 1;
  });
  while (counts[0] == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGKILL);
  EXPECT_EQ(wait_for_child(child), -SIGKILL);
  const auto session = plugin_->open(here);
  EXPECT_EQ(session->table()->point_read(1, reply_), Status::not_found);
  const Cell row[] = {{1, {}}, {1, {}}, {0, "mine"}, {1, {}}};
  EXPECT_EQ(session->table()->insert(row, reply_), Status::ok) << session->last_error();
}

}  // namespace
}  // namespace assay::sqlite
