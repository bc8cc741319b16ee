#include "observe/machine.h"

#include <gtest/gtest.h>

#include "tests/scratch_folder.h"

namespace assay::observe {
namespace {

using Json = nlohmann::json;

TEST(Machine, HasEveryFieldOnThisMachine) {
  const test::ScratchFolder folder;
  const Json json = machine(folder.path());
  for (const char* field : {"kernel",
                            "architecture",
                            "distribution",
                            "cpu_model",
                            "cpu_count",
                            "cpu_allowed",
                            "cpu_quota_cores",
                            "cpu_governor",
                            "cpu_turbo",
                            "load_average_1m",
                            "steal_fraction",
                            "memory_bytes",
                            "swap_bytes",
                            "swap_used_bytes",
                            "transparent_huge_pages",
                            "virtualisation",
                            "container",
                            "docker_bridge",
                            "clock_source",
                            "clock_ns",
                            "clock_step_ns",
                            "file_system",
                            "device",
                            "mount_options",
                            "rotational",
                            "sync_p50_us",
                            "sync_p99_us",
                            "sync_credible",
                            "jitter_fraction",
                            "jitter_longest_us",
                            "jitter_sample_seconds"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  EXPECT_GT(json["memory_bytes"].get<std::int64_t>(), 0);
  EXPECT_EQ(fingerprint(json), fingerprint(Json::parse(json.dump())));
}

TEST(Machine, TheFingerprintHoldsWhatIsAndNotWhatWasMeasured) {
  Json json{{"cpu_model", "Fast 9000"}, {"cpu_count", 4},       {"memory_bytes", 8589934592},
            {"kernel", "Linux 6.1"},    {"device", "/dev/vda"}, {"file_system", "ext4"},
            {"sync_p50_us", 200.0}};
  const std::string before = fingerprint(json);
  EXPECT_EQ(before,
            "CPU: Fast 9000\nCPUs: 4\nmemory: 8.0 GiB\nkernel: Linux 6.1\ndevice: /dev/vda\n"
            "file system: ext4\n");
  json["sync_p50_us"] = 300.0;
  json["memory_bytes"] = 8589934592 - 4096;  // a kernel keeps a little more or less for itself
  EXPECT_EQ(fingerprint(json), before);
  json["kernel"] = "Linux 6.2";
  EXPECT_NE(fingerprint(json), before);
}

TEST(Machine, AnEmptyDescriptionIsUnknownAndUnbiased) {
  EXPECT_EQ(fingerprint(Json::object()),
            "CPU: unknown\nCPUs: unknown\nmemory: unknown\nkernel: unknown\ndevice: unknown\n"
            "file system: unknown\n");
  EXPECT_TRUE(biases(Json::object()).empty());
}

std::string only_bias(const Json& json) {
  const auto found = biases(json);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? "" : found.front();
}

TEST(Machine, NamesASyncThatNoDiskCanDo) {
  EXPECT_EQ(
      only_bias({{"file_system", "ext4"}, {"sync_p50_us", 12.4}, {"sync_credible", false}}),
      "A 4 KiB write with fdatasync takes 12 µs in the data folder, less than a disk can do whose "
      "cache does not outlive a power loss: either this one's does, or it answers before the data "
      "is safe; find out which before believing durability `power` here.");
}

TEST(Machine, SaysOfJitterInHowLongASampleItWasSeen) {
  const std::string text = only_bias(
      {{"jitter_sample_seconds", 0.5}, {"jitter_fraction", 0.03}, {"jitter_longest_us", 2000}});
  EXPECT_NE(text.find("lost 3.0 % of 0.5 s, 2000 µs at the longest"), std::string::npos) << text;
}

// Embedded systems have no server, and the wrapper builds before it measures.
TEST(Machine, BlamesNothingThatNeedNotBeThere) {
  EXPECT_EQ(only_bias({{"cpu_allowed", 2}}).find("client and server"), std::string::npos);
  EXPECT_NE(only_bias({{"load_average_1m", 1.5}}).find("a build of Assay itself"),
            std::string::npos);
}

TEST(Machine, MemoryAsStorageIsNamedOnce) {
  const std::string text =
      only_bias({{"file_system", "tmpfs"}, {"sync_p50_us", 1.0}, {"sync_credible", false}});
  EXPECT_NE(text.find("is on tmpfs"), std::string::npos);
}

TEST(Machine, NamesEachBiasFromItsThresholdOn) {
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
      {{{"swap_used_bytes", 0}}, {{"swap_used_bytes", 52428800}}},
      {{{"clock_ns", 35.0}}, {{"clock_ns", 400.0}, {"clock_source", "hpet"}}},
      {{{"transparent_huge_pages", "madvise"}}, {{"transparent_huge_pages", "always"}}},
      {{{"docker_bridge", false}}, {{"docker_bridge", true}}},
  };
  for (const auto& [fine, named] : pairs) {
    EXPECT_TRUE(biases(fine).empty()) << fine;
    const std::string text = only_bias(named);
    EXPECT_TRUE(text.ends_with(".")) << text;
    EXPECT_NE(text.find(';'), std::string::npos) << "says what to do: " << text;
  }
}

}  // namespace
}  // namespace assay::observe
