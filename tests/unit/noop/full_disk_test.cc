// A full disk refuses writes and ends nothing: the store's file is mapped, and a page without disk
// space would end the process when it is written to.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include "noop_place.h"

namespace {

using assay::Reply;
using assay::Status;

class NoopFullDisk : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "assay-noop-disk-XXXXXX";
    folder_ = mkdtemp(name.data());
    ASSERT_EQ(mount("assay", folder_.c_str(), "tmpfs", 0, "size=4m"), 0) << "run the tests as root";
    setenv("TMPDIR", folder_.c_str(), 1);
  }

  void TearDown() override {
    unsetenv("TMPDIR");
    umount2(folder_.c_str(), MNT_DETACH);
    std::filesystem::remove(folder_);
  }

  std::filesystem::path folder_;
};

TEST_F(NoopFullDisk, RefusesToPutAndKeepsWhatIsThere) {
  const NoopPlace place(NoopPlace::Settings{{"keys", "1000"}});
  const auto session = place.open();
  const std::string value(10'000, 'v');
  Reply reply;
  Status status = Status::ok;
  int stored = 0;
  while (status == Status::ok && stored < 1000) {
    status = session->key_value()->put(std::to_string(stored), value, 0, reply);
    stored += status == Status::ok ? 1 : 0;
  }
  EXPECT_EQ(status, Status::refused);
  EXPECT_EQ(session->last_error(),
            "the store is full: raise keys or store_bytes, or free space in its folder");
  EXPECT_GT(stored, 300);  // nearly all of the disk is used
  for (int i = 0; i < stored; ++i) {
    ASSERT_EQ(session->key_value()->get(std::to_string(i), reply), Status::ok);
    ASSERT_EQ(reply.value, value);
  }
  EXPECT_EQ(session->key_value()->put("0", "shorter", 0, reply), Status::ok);
}

TEST_F(NoopFullDisk, CannotPrepareAPlaceThere) {
  try {
    const NoopPlace place;
    FAIL();
  } catch (const assay::Error& error) {
    EXPECT_NE(std::string(error.what()).find("No space left on device"), std::string::npos)
        << error.what();
  }
}

}  // namespace
