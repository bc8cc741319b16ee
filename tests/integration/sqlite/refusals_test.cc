// What cannot work is refused with a text that says what to do.
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>

#include "place.h"

namespace assay::sqlite {
namespace {

class Refusals : public PlaceTest {
 protected:
  void expect_error(const Place& place, const std::string& words) {
    try {
      plugin_->prepare(place);
      FAIL() << words;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
};

TEST_F(Refusals, FolderThatIsNotThere) {
  Place here = place(Durability::process);
  here.folder += "/nowhere";
  expect_error(here, "choose another output folder");
}

TEST_F(Refusals, FolderThatCannotBeWritten) {
  Place here = place(Durability::process);
  here.folder = "/proc";
  expect_error(here, "/proc");
}

TEST_F(Refusals, FileInPlaceOfAFolder) {
  Place here = place(Durability::process);
  here.folder += "/file";
  std::ofstream(here.folder) << "text";
  std::filesystem::permissions(here.folder, std::filesystem::perms::all);
  expect_error(here, "is no folder");
}

TEST_F(Refusals, PlaceThatWasPreparedBefore) {
  const Place here = place(Durability::process);
  plugin_->prepare(here);
  expect_error(here, "there already");
}

TEST_F(Refusals, OpenOfAPlaceThatWasNotPrepared) {
  EXPECT_THROW(plugin_->open(place(Durability::process)), Error);
}

TEST_F(Refusals, CombinationsThatCannotWork) {
  expect_error(place(Durability::process, {{"storage", "memdb"}}), "durability process");
  expect_error(place(Durability::power, {{"storage", "memory"}}), "durability power");
  expect_error(place(Durability::async), "async");
  expect_error(place(Durability::process, {{"page_size", "5000"}}), "power of two");
  expect_error(place(Durability::process, {{"max_bytes", "65536"}}), "32 pages");
  Place here = place(Durability::process);
  here.tables = {{"Data", {{"id"}}}};
  expect_error(here, "another name");
}

TEST_F(Refusals, FullDiskIsRefusedAtRunTimeAndSaysSo) {
  ASSERT_EQ(mount("assay", folder_.c_str(), "tmpfs", 0, "size=2m"), 0) << "run the tests as root";
  {
    const auto session = prepared(place(Durability::process));
    const std::string value(20'000, 'v');
    Status status = Status::ok;
    for (int i = 0; i < 500 && status == Status::ok; ++i) {
      status = session->key_value()->put(std::to_string(i), value, 0, reply_);
    }
    EXPECT_EQ(status, Status::refused);
    EXPECT_NE(session->last_error().find("full"), Bytes::npos) << session->last_error();
    EXPECT_EQ(session->key_value()->get("0", reply_), Status::ok);
  }
  umount(folder_.c_str());
}

TEST_F(Refusals, FullDiskIsAnErrorWhenPreparing) {
  ASSERT_EQ(mount("assay", folder_.c_str(), "tmpfs", 0, "size=16k"), 0) << "run the tests as root";
  expect_error(place(Durability::process), "space");
  umount(folder_.c_str());
}

}  // namespace
}  // namespace assay::sqlite
