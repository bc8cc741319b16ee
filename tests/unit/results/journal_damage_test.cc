// What may happen to a journal from outside: kill -9, a full disk, damage.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <random>

#include "error_of.h"
#include "example_run.h"
#include "file_limit.h"
#include "results/journal.h"
#include "tests/scratch_folder.h"

namespace assay::results {
namespace {

namespace fs = std::filesystem;

// Records rounds from the first missing on, telling each that was recorded.
[[noreturn]] void record_until_killed(const fs::path& folder, int told) {
  Journal journal = Journal::open(folder);
  const engine::BlockResult block = example_block();
  for (auto round = static_cast<std::uint32_t>(journal.finished().size());; ++round) {
    journal.record(0, round, block);
    (void)!::write(told, &round, sizeof(round));
  }
}

TEST(JournalDamage, KilledAtAnyMomentItHoldsWholeBlocksAndAllThatWereFinished) {
  const test::ScratchFolder folder;
  { const Journal journal = Journal::create(folder.path(), example_header()); }
  std::mt19937 random(7);
  std::uint32_t recorded = 0;
  for (int kill = 0; kill < 15; ++kill) {
    int ends[2];
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      record_until_killed(folder.path(), ends[1]);
    }
    ::close(ends[1]);
    std::uint32_t round = 0;
    // Killed after its first block, at a moment that falls anywhere in a later one.
    ASSERT_EQ(::read(ends[0], &round, sizeof(round)), static_cast<ssize_t>(sizeof(round)));
    ::usleep(std::uniform_int_distribution<useconds_t>(0, 15000)(random));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    do {
      recorded = std::max(recorded, round + 1);
    } while (::read(ends[0], &round, sizeof(round)) == static_cast<ssize_t>(sizeof(round)));
    ::close(ends[0]);

    const results::Run run = Journal::open(folder.path()).read();
    // One more may be whole than was told.
    ASSERT_GE(run.cells[0].repeats.size(), recorded);
    ASSERT_LE(run.cells[0].repeats.size(), recorded + 1);
    for (const Repeat& repeat : run.cells[0].repeats) {
      ASSERT_EQ(engine::Histogram::decode(repeat.histogram).count(), 1000U);
    }
  }
}

TEST(JournalDamage, AFullDiskIsSaidAndLosesNothingThatWasFinished) {
  const test::ScratchFolder folder;
  Journal journal = Journal::create(folder.path(), example_header());
  std::uint32_t round = 0;
  std::string text;
  {
    const FileLimit limit(200'000);
    text = error_of([&] {
      for (;; ++round) {
        journal.record(0, round, example_block());
      }
    });
  }
  EXPECT_EQ(text.find("cannot record a block in the journal " + folder.path().string()), 0U)
      << text;
  EXPECT_NE(text.find("make room on its disk and go on with --resume"), std::string::npos) << text;
  EXPECT_GT(round, 5U);
  EXPECT_EQ(journal.finished().size(), round);
  journal.record(0, round, example_block());  // room was made
  EXPECT_EQ(journal.read().cells[0].repeats.size(), round + 1);
}

TEST(JournalDamage, AFullDiskAtTheBeginningLeavesNoJournal) {
  const test::ScratchFolder folder;
  {
    const FileLimit limit(4096);
    EXPECT_NE(error_of([&] { Journal::create(folder.path(), example_header()); }), "");
  }
  EXPECT_NO_THROW(Journal::create(folder.path(), example_header()));
}

std::string text_of_damaged(const std::function<void(const fs::path&)>& damage) {
  const test::ScratchFolder folder;
  {
    Journal journal = Journal::create(folder.path(), example_header());
    for (std::uint32_t round = 0; round < 20; ++round) {
      journal.record(0, round, example_block());
    }
  }
  damage(folder.path() / "journal.sqlite");
  return error_of([&] { (void)Journal::open(folder.path()).read(); });
}

bool is_said(const std::string& text) {
  return text.find("/journal.sqlite is damaged (") != std::string::npos &&
         text.find("; begin again in another folder") != std::string::npos;
}

TEST(JournalDamage, AFileThatIsNoJournalIsNamed) {
  const std::string text =
      text_of_damaged([](const fs::path& file) { std::ofstream(file) << std::string(5000, 'x'); });
  EXPECT_TRUE(is_said(text)) << text;
}

TEST(JournalDamage, AFileThatWasCutIsNamed) {
  const std::string text =
      text_of_damaged([](const fs::path& file) { fs::resize_file(file, fs::file_size(file) / 2); });
  EXPECT_TRUE(is_said(text)) << text;
}

TEST(JournalDamage, APageThatWasOverwrittenIsNamed) {
  const std::string text = text_of_damaged([](const fs::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(8192);
    stream << std::string(4096, '\x7f');
  });
  EXPECT_TRUE(is_said(text)) << text;
}

TEST(JournalDamage, AnEmptyFileIsNamed) {
  const std::string text = text_of_damaged([](const fs::path& file) { fs::resize_file(file, 0); });
  EXPECT_NE(text.find("has layout 0, and this program reads 1"), std::string::npos) << text;
}

TEST(JournalDamage, AFolderThatIsNotThereIsNamed) {
  EXPECT_EQ(error_of([] { Journal::create("/no/such/folder", example_header()); }),
            "cannot write in the folder /no/such/folder: No such file or directory; choose another "
            "output folder");
}

}  // namespace
}  // namespace assay::results
