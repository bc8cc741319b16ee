#include "observe/storage.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "assay/types.h"
#include "observe/machine.h"
#include "tests/scratch_folder.h"

namespace assay::observe {
namespace {

const char* const mounts =
    "26 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
    "24 23 0:22 / /dev/shm rw,nosuid - tmpfs tmpfs rw\n"
    "30 26 8:1 / /data rw shared:5 master:1 - xfs /dev/sda1 rw\n"
    "31 30 8:2 / /data/my\\040disk ro - btrfs /dev/sdb1 rw\n"
    "32 26 0:40 / /tmp rw - overlay overlay rw\n"
    "33 26 8:3 / /tmp rw - ext4 /dev/sdc1 rw\n";

TEST(Storage, TakesTheMountWithTheLongestPoint) {
  EXPECT_EQ(mount_of("/home/x", mounts)->device, "/dev/vda");
  EXPECT_EQ(mount_of("/dev/shm/x", mounts)->file_system, "tmpfs");
  EXPECT_EQ(mount_of("/data", mounts)->file_system, "xfs");
  EXPECT_EQ(mount_of("/data/x", mounts)->options, "rw");
}

TEST(Storage, AMountPointIsNotAPrefixOfALongerName) {
  EXPECT_EQ(mount_of("/database", mounts)->device, "/dev/vda");
}

TEST(Storage, ReadsEscapedBlanksInMountPoints) {
  EXPECT_EQ(mount_of("/data/my disk/x", mounts)->file_system, "btrfs");
}

TEST(Storage, TheLaterMountOnOnePointHidesTheEarlier) {
  EXPECT_EQ(mount_of("/tmp/x", mounts)->device, "/dev/sdc1");
}

TEST(Storage, SaysNothingWithoutMounts) { EXPECT_FALSE(mount_of("/x", "")); }

TEST(Storage, KnowsMemoryFromDisk) {
  EXPECT_EQ(file_system("/dev/shm"), "tmpfs");
  EXPECT_EQ(file_system("/proc"), "proc");
}

TEST(Storage, QuantilesAreNearestRank) {
  const std::vector<double> ten{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  EXPECT_EQ(quantile_of(ten, 0.5), 5);
  EXPECT_EQ(quantile_of(ten, 0.51), 6);
  EXPECT_EQ(quantile_of(ten, 0.99), 10);
  EXPECT_EQ(quantile_of({7}, 0.5), 7);
}

TEST(Storage, MeasuresSyncsAndLeavesNothingBehind) {
  const test::ScratchFolder folder;
  const std::vector<double> costs = sync_costs_us(folder.path());
  EXPECT_GE(costs.size(), 1U);
  EXPECT_LE(costs.size(), 200U);
  EXPECT_GT(*std::min_element(costs.begin(), costs.end()), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Storage, RefusesAFolderThatIsNotThere) {
  try {
    sync_costs_us("/no/such/folder");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cannot write in the data folder /no/such/folder: No such file or directory; "
                 "choose another folder");
  }
}

TEST(Storage, SyncsOfMemoryAreNotCredible) {
  const auto json = storage("/dev/shm");
  EXPECT_EQ(json["file_system"], "tmpfs");
  EXPECT_EQ(json["sync_credible"], false);
  EXPECT_LE(json["sync_p50_us"].get<double>(), json["sync_p99_us"].get<double>());
}

}  // namespace
}  // namespace assay::observe
