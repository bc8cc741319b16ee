#include <gtest/gtest.h>

#include "observe/clock_cost.h"
#include "observe/cpu.h"
#include "observe/jitter.h"
#include "observe/memory.h"
#include "observe/text_file.h"
#include "observe/virtualisation.h"
#include "tests/scratch_folder.h"

namespace assay::observe {
namespace {

TEST(TextFile, FindsAValueByItsWholeKey) {
  const std::string text = "model\t\t: 2\nmodel name\t: AMD EPYC\nNAME=\"x\"\nempty:\n";
  EXPECT_EQ(value_of(text, "model name"), "AMD EPYC");
  EXPECT_EQ(value_of(text, "model"), "2");
  EXPECT_EQ(value_of(text, "NAME"), "\"x\"");
  EXPECT_EQ(value_of(text, "empty"), "");
  EXPECT_EQ(value_of(text, "mod"), std::nullopt);
}

TEST(TextFile, AMissingOrEmptyFileHasNoFirstLine) {
  const test::ScratchFolder root;
  root.write("empty", "\n");
  root.write("two", "one\ntwo\n");
  EXPECT_EQ(first_line(root.path() / "missing"), std::nullopt);
  EXPECT_EQ(first_line(root.path() / "empty"), std::nullopt);
  EXPECT_EQ(first_line(root.path() / "two"), "one");
}

TEST(Cpu, ReadsModelGovernorTurboLoadAndSteal) {
  const test::ScratchFolder root;
  root.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast 9000\n");
  root.write("proc/loadavg", "1.25 0.80 0.50 1/100 4711\n");
  root.write("proc/stat", "cpu  400 0 100 480 0 0 0 20 7 0\ncpu0 1 1 1 1\n");
  root.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
  root.write("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  root.write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  const auto json = cpu(root.path());
  EXPECT_EQ(json["cpu_model"], "Fast 9000");
  EXPECT_EQ(json["cpu_governor"], "powersave");
  EXPECT_EQ(json["cpu_turbo"], true);
  EXPECT_EQ(json["load_average_1m"], 1.25);
  EXPECT_EQ(json["steal_fraction"], 0.02);  // 20 of 1000; guest time is not counted twice
  EXPECT_EQ(json["cpu_quota_cores"], 1.5);
  EXPECT_GE(json["cpu_count"].get<int>(), json["cpu_allowed"].get<int>());
}

TEST(Cpu, UnknownFiguresAreNullAndNotZero) {
  const test::ScratchFolder root;
  root.write("proc/stat", "cpu 1 2\n");
  const auto json = cpu(root.path());
  for (const char* field : {"cpu_model", "cpu_governor", "cpu_turbo", "load_average_1m",
                            "steal_fraction", "cpu_quota_cores"}) {
    EXPECT_TRUE(json.at(field).is_null()) << field;
  }
}

TEST(Cpu, NoQuotaIsNull) {
  const test::ScratchFolder root;
  root.write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_TRUE(cpu(root.path())["cpu_quota_cores"].is_null());
  const test::ScratchFolder older;
  older.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  older.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_TRUE(cpu(older.path())["cpu_quota_cores"].is_null());
}

TEST(Memory, ReadsBytesAndTheChosenPagePolicy) {
  const test::ScratchFolder root;
  root.write("proc/meminfo",
             "MemTotal:  1024 kB\nMemAvailable: 512 kB\nHugetlb: 64 kB\nSwapTotal: 2048 "
             "kB\nSwapFree: 2000 kB\n");
  root.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  const auto json = memory(root.path());
  EXPECT_EQ(json["memory_bytes"], 1048576);
  EXPECT_EQ(json["memory_available_bytes"], 524288);
  EXPECT_EQ(json["huge_pages_bytes"], 65536);
  EXPECT_EQ(json["swap_bytes"], 2097152);
  EXPECT_EQ(json["swap_used_bytes"], 49152);
  EXPECT_EQ(json["transparent_huge_pages"], "madvise");
}

TEST(Memory, UnknownFiguresAreNull) {
  const test::ScratchFolder root;
  for (const auto& value : memory(root.path())) {
    EXPECT_TRUE(value.is_null());
  }
}

TEST(Virtualisation, TakesTheHypervisorsOwnWordFirst) {
  const test::ScratchFolder root;
  root.write("sys/hypervisor/type", "xen\n");
  root.write("sys/class/dmi/id/sys_vendor", "QEMU\n");
  EXPECT_EQ(virtualisation(root.path(), "kvm")["virtualisation"], "xen");
}

TEST(Virtualisation, ReadsTheFirmware) {
  const test::ScratchFolder root;
  root.write("sys/class/dmi/id/sys_vendor", "VMware, Inc.\n");
  EXPECT_EQ(virtualisation(root.path(), "")["virtualisation"], "vmware");
}

TEST(Virtualisation, ACloudMachineWithoutHypervisorIsNone) {
  const test::ScratchFolder root;
  root.write("sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
  root.write("proc/cpuinfo", "flags\t: fpu vme\n");
  EXPECT_EQ(virtualisation(root.path(), "none")["virtualisation"], "none");
}

TEST(Virtualisation, FallsBackOnTheProcessorsFlag) {
  const test::ScratchFolder root;
  root.write("proc/cpuinfo", "flags\t: fpu hypervisor vme\n");
  EXPECT_EQ(virtualisation(root.path(), "none")["virtualisation"], "virtual machine");
  EXPECT_EQ(virtualisation(root.path(), "amazon")["virtualisation"], "amazon");
}

TEST(Virtualisation, SeesContainersAndTheirBridge) {
  const test::ScratchFolder root;
  auto json = virtualisation(root.path(), "");
  EXPECT_EQ(json["virtualisation"], "none");
  EXPECT_TRUE(json["container"].is_null());
  EXPECT_EQ(json["docker_bridge"], false);
  root.write(".dockerenv", "");
  root.write("sys/class/net/docker0/mtu", "1500\n");
  json = virtualisation(root.path(), "");
  EXPECT_EQ(json["container"], "docker");
  EXPECT_EQ(json["docker_bridge"], true);
}

TEST(ClockCost, IsMoreThanNothingAndStepsAreWhole) {
  const auto json = clock_cost("/");
  EXPECT_GT(json["clock_ns"].get<double>(), 0);
  EXPECT_GE(json["clock_step_ns"].get<std::int64_t>(), 1);
}

TEST(Jitter, IsAShareOfTheTimeSpun) {
  const auto json = jitter(std::chrono::milliseconds(20));
  EXPECT_GE(json["jitter_fraction"].get<double>(), 0);
  EXPECT_LE(json["jitter_fraction"].get<double>(), 1);
  EXPECT_GT(json["jitter_longest_us"].get<double>(), 0);
}

}  // namespace
}  // namespace assay::observe
