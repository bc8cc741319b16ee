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
                            "memory_available_bytes",
                            "huge_pages_bytes",
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
                            "disk_free_bytes",
                            "timer_slack_ns",
                            "sleep_late_p50_us",
                            "sleep_late_p99_us",
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

TEST(Machine, AnEmptyDescriptionIsUnknown) {
  EXPECT_EQ(fingerprint(Json::object()),
            "CPU: unknown\nCPUs: unknown\nmemory: unknown\nkernel: unknown\ndevice: unknown\n"
            "file system: unknown\n");
}

}  // namespace
}  // namespace assay::observe
