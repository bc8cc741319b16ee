#include "observe/judgement.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::observe {
namespace {

using Json = nlohmann::json;

std::string only_bias(const Json& json) {
  const auto found = biases(json);
  EXPECT_EQ(found.size(), 1U) << json;
  return found.empty() ? "" : found.front();
}

TEST(Judgement, OfAnEmptyDescriptionIsUnknownInEverySubject) {
  EXPECT_TRUE(biases(Json::object()).empty());
  for (const Judgement& each : judgements(Json::object())) {
    EXPECT_EQ(each.weight, Weight::unknown) << each.subject;
  }
}

TEST(Judgement, SubjectsAreNamedOnceAndAlwaysTheSame) {
  const auto subjects = [](const Json& machine) {
    std::set<std::string> names;
    for (const Judgement& each : judgements(machine)) {
      EXPECT_TRUE(names.insert(each.subject).second) << each.subject;
    }
    return names;
  };
  EXPECT_EQ(subjects(Json::object()),
            subjects({{"cpu_governor", "powersave"}, {"jitter_fraction", 0.2}}));
}

TEST(Judgement, TheWorstComesFirst) {
  const auto all = judgements({{"cpu_governor", "powersave"},
                               {"cpu_turbo", false},
                               {"jitter_fraction", 0.2},
                               {"swap_used_bytes", 0}});
  EXPECT_EQ(all[0].subject, "jitter");
  EXPECT_EQ(all[0].weight, Weight::serious);
  EXPECT_EQ(all[1].subject, "CPU governor");
  EXPECT_EQ(all[1].weight, Weight::notable);
  EXPECT_EQ(all[2].weight, Weight::fine);
  EXPECT_EQ(all.back().weight, Weight::unknown);
}

TEST(Judgement, NamesASyncThatNoDiskCanDo) {
  EXPECT_EQ(
      only_bias({{"file_system", "ext4"}, {"sync_p50_us", 12.4}, {"sync_credible", false}}),
      "A 4 KiB write with fdatasync takes 12 µs in the data folder, less than a disk can do whose "
      "cache does not outlive a power loss: either this one's does, or it answers before the data "
      "is safe; find out which before believing durability `power` here.");
}

TEST(Judgement, SaysOfJitterInHowLongASampleItWasSeen) {
  const std::string text = only_bias(
      {{"jitter_sample_seconds", 0.5}, {"jitter_fraction", 0.03}, {"jitter_longest_us", 2000}});
  EXPECT_NE(text.find("lost 3 % of 0.5 s, 2000 µs at the longest"), std::string::npos) << text;
}

// Embedded systems have no server, and the wrapper builds before it measures.
TEST(Judgement, BlamesNothingThatNeedNotBeThere) {
  EXPECT_EQ(only_bias({{"cpu_allowed", 2}}).find("client and server"), std::string::npos);
  EXPECT_NE(only_bias({{"load_average_1m", 1.5}}).find("a build of Assay itself"),
            std::string::npos);
}

TEST(Judgement, MemoryAsStorageIsNamedOnce) {
  const std::string text =
      only_bias({{"file_system", "tmpfs"}, {"sync_p50_us", 1.0}, {"sync_credible", false}});
  EXPECT_NE(text.find("is on tmpfs"), std::string::npos);
}

TEST(Judgement, NamesEachBiasFromItsThresholdOn) {
  const std::vector<std::pair<Json, Json>> pairs{
      // what is fine, what is named
      {{{"jitter_fraction", 0.009}}, {{"jitter_fraction", 0.03}, {"jitter_longest_us", 2000}}},
      {{{"virtualisation", "none"}}, {{"virtualisation", "kvm"}}},
      {{{"steal_fraction", 0.001}}, {{"steal_fraction", 0.02}}},
      {{{"load_average_1m", 0.2}}, {{"load_average_1m", 1.5}}},
      {{{"cpu_allowed", 8}}, {{"cpu_allowed", 2}}},
      {{{"cpu_quota_cores", nullptr}}, {{"cpu_quota_cores", 1.5}}},
      {{{"cpu_governor", "performance"}}, {{"cpu_governor", "powersave"}}},
      {{{"cpu_turbo", false}}, {{"cpu_turbo", true}}},
      {{{"memory_bytes", 1 << 30}, {"memory_available_bytes", 1 << 29}},
       {{"memory_bytes", 1 << 30}, {"memory_available_bytes", 1 << 20}}},
      {{{"swap_used_bytes", 0}}, {{"swap_used_bytes", 52428800}}},
      {{{"huge_pages_bytes", 0}}, {{"huge_pages_bytes", 52428800}}},
      {{{"clock_ns", 35.0}}, {{"clock_ns", 400.0}, {"clock_source", "hpet"}}},
      {{{"sleep_late_p50_us", 55.0}, {"sleep_late_p99_us", 90.0}},
       {{"sleep_late_p50_us", 900.0}, {"sleep_late_p99_us", 4000.0}}},
      {{{"transparent_huge_pages", "madvise"}}, {{"transparent_huge_pages", "always"}}},
      {{{"disk_free_bytes", 1LL << 34}}, {{"disk_free_bytes", 1 << 30}}},
      {{{"docker_bridge", false}}, {{"docker_bridge", true}}},
  };
  for (const auto& [fine, named] : pairs) {
    EXPECT_TRUE(biases(fine).empty()) << fine;
    EXPECT_EQ(judgements(fine).front().weight, Weight::fine) << fine;
    const std::string text = only_bias(named);
    EXPECT_TRUE(text.ends_with(".")) << text;
    EXPECT_NE(text.find(": "), std::string::npos) << "says why: " << text;
    EXPECT_NE(text.find("; "), std::string::npos) << "says what to do: " << text;
  }
}

}  // namespace
}  // namespace assay::observe
