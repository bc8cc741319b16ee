// Writers in several processes: nobody starves.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "children.h"
#include "place.h"

namespace assay::sqlite {
namespace {

class Writers : public PlaceTest, public testing::WithParamInterface<Durability> {};

TEST_P(Writers, EightProcessesGetSimilarShares) {
  constexpr int processes = 8;
  Place here = place(GetParam());
  plugin_->prepare(here);
  const SharedCounts<processes + 2> counts;
  constexpr int go = processes;
  constexpr int ready = processes + 1;
  std::vector<pid_t> children;
  for (int child = 0; child < processes; ++child) {
    children.push_back(start_child([&] {
      Sqlite plugin;
      Reply reply;
      const auto session = plugin.open(here);
      ++counts[ready];
      while (counts[go] == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      const std::string key = "key " + std::to_string(child);
      while (counts[go] == 1) {
        const std::string value = std::to_string(counts[child]) + std::string(80, 'v');
        if (session->key_value()->put(key, value, 0, reply) != Status::ok) {
          return 1;
        }
        ++counts[child];
      }
      return 0;
    }));
  }
  while (counts[ready] < processes) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  counts[go] = 1;
  std::this_thread::sleep_for(std::chrono::seconds(3));
  counts[go] = 2;
  for (const pid_t child : children) {
    EXPECT_EQ(wait_for_child(child), 0);
  }
  const std::vector<std::int64_t> shares(&counts[0], &counts[0] + processes);
  const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
  RecordProperty("operations", std::to_string(std::accumulate(shares.begin(), shares.end(), 0L)));
  RecordProperty("least", std::to_string(*least));
  RecordProperty("most", std::to_string(*most));
  ASSERT_GT(*most, 0);
  EXPECT_GE(static_cast<double>(*least) / static_cast<double>(*most), 0.5)
      << testing::PrintToString(shares);
}

INSTANTIATE_TEST_SUITE_P(Levels, Writers, testing::Values(Durability::process, Durability::power),
                         [](const auto& test) { return std::string(name(test.param)); });

}  // namespace
}  // namespace assay::sqlite
