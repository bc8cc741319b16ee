#include "results/journal.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assay/abi.h"
#include "error_of.h"
#include "example_run.h"
#include "observe/process.h"
#include "tests/scratch_folder.h"

namespace assay::results {
namespace {

using Blocks = std::set<std::pair<std::uint32_t, std::uint32_t>>;

TEST(Journal, GivesBackTheHeader) {
  const test::ScratchFolder folder;
  const results::Run header = example_header();
  {
    const Journal journal = Journal::create(folder.path(), header);
    EXPECT_EQ(to_results_json(journal.header()), to_results_json(header));
  }
  EXPECT_EQ(to_results_json(Journal::open(folder.path()).header()), to_results_json(header));
}

TEST(Journal, KeepsBlocksOverAStop) {
  const test::ScratchFolder folder;
  {
    Journal journal = Journal::create(folder.path(), example_header());
    journal.record(1, 0, example_block());
    journal.record(0, 0, failed_block());
  }
  Journal journal = Journal::open(folder.path());
  EXPECT_EQ(journal.finished(), (Blocks{{0, 0}, {1, 0}}));
  journal.record(1, 1, example_block(2000));
  journal.finish("2026-11-30T12:20:00Z");
  const results::Run run = journal.read();
  EXPECT_EQ(run.run.finished, "2026-11-30T12:20:00Z");
  ASSERT_EQ(run.cells[0].repeats.size(), 1U);
  EXPECT_EQ(run.cells[0].repeats[0].failure->text, "the worker ended with signal 9");
  ASSERT_EQ(run.cells[1].repeats.size(), 2U);
  EXPECT_EQ(run.cells[1].repeats[0].operations, 1000U);
  EXPECT_EQ(run.cells[1].repeats[1].round, 1U);
  EXPECT_EQ(run.cells[1].repeats[1].ops_per_second, 1000);
  EXPECT_EQ(run.cells[1].version, "3.40.1");
  EXPECT_EQ(run.cells[1].read_back.at("durability"), "power");
}

TEST(Journal, ItsHistogramsAreThoseMeasured) {
  const test::ScratchFolder folder;
  Journal journal = Journal::create(folder.path(), example_header());
  const engine::BlockResult block = example_block();
  journal.record(0, 0, block);
  EXPECT_EQ(journal.read().cells[0].repeats[0].histogram, block.measurement->response.encode());
}

TEST(Journal, ASystemThatChangesBetweenRoundsShowsBothVersions) {
  const test::ScratchFolder folder;
  Journal journal = Journal::create(folder.path(), example_header());
  engine::BlockResult block = example_block();
  journal.record(0, 0, block);
  block.measurement->server_version = "3.46.0";
  block.measurement->facts[0].settings[0].value = "OFF";
  journal.record(0, 1, block);
  const CellResult cell = journal.read().cells[0];
  EXPECT_EQ(cell.version, "3.40.1 | 3.46.0");
  EXPECT_EQ(cell.read_back.at("synchronous"), "FULL | OFF");
}

TEST(Journal, AsksForItsHeaderOnlyWhereItCanBegin) {
  const test::ScratchFolder folder;
  bool asked = false;
  const auto header = [&] {
    asked = true;
    return example_header();
  };
  { const Journal journal = Journal::create(folder.path(), header); }
  EXPECT_TRUE(asked);
  asked = false;
  EXPECT_THROW(Journal::create(folder.path(), header), Error);
  EXPECT_FALSE(asked);
}

TEST(Journal, KeepsWhatIsAddedToItsHeader) {
  const test::ScratchFolder folder;
  {
    Journal journal = Journal::create(folder.path(), example_header());
    journal.record(0, 0, example_block());
    journal.amend([](results::Run& run) { run.machine["engine_floor_ns"] = 50; });
  }
  const results::Run run = Journal::open(folder.path()).read();
  EXPECT_EQ(run.machine.at("engine_floor_ns"), 50);
  EXPECT_EQ(run.cells[0].repeats.size(), 1U);
}

TEST(Journal, IsNotBegunTwice) {
  const test::ScratchFolder folder;
  { const Journal journal = Journal::create(folder.path(), example_header()); }
  EXPECT_EQ(error_of([&] { Journal::create(folder.path(), example_header()); }),
            "there is a journal in " + folder.path().string() +
                " already; go on with it (--resume) or choose another output folder");
}

TEST(Journal, IsNotOpenedWhereThereIsNone) {
  const test::ScratchFolder folder;
  EXPECT_EQ(error_of([&] { Journal::open(folder.path()); }),
            "there is no journal in " + folder.path().string() +
                "; give the folder of a run that was stopped");
}

TEST(Journal, BelongsToOneProcessWhichTheOtherIsTold) {
  const test::ScratchFolder folder;
  const Journal journal = Journal::create(folder.path(), example_header());
  const std::string expected = "the folder " + folder.path().string() + " is in use by process " +
                               std::to_string(::getpid()) +
                               "; wait until that run has ended, or choose another output folder";
  EXPECT_EQ(error_of([&] { Journal::open(folder.path()); }), expected);
  const test::ScratchFolder other;
  EXPECT_NO_THROW(Journal::create(other.path(), example_header()));
}

TEST(Journal, IsFreeAgainWhenItsProcessIsKilled) {
  const test::ScratchFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    Journal journal = Journal::create(folder.path(), example_header());
    journal.record(0, 0, example_block());
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(Journal::open(folder.path()).finished(), (Blocks{{0, 0}}));
}

std::string difference(const results::Run& before, const results::Run& now) {
  const test::ScratchFolder folder;
  const Journal journal = Journal::create(folder.path(), before);
  try {
    journal.check_same(now);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::not_comparable);
    const std::string text = error.what();
    const std::size_t begin = text.find("differ:\n") + 8;
    return text.substr(begin, text.find("\nrestore") - begin);
  }
  return "";
}

TEST(Journal, ResumesTheSameRun) {
  results::Run later = example_header();
  later.run.started = "2026-12-01T00:00:00Z";
  later.run.id = "another";
  later.machine["load_average_1m"] = 3;
  EXPECT_EQ(difference(example_header(), later), "");
}

TEST(Journal, RefusesAnotherRunWithOneLineADifference) {
  const results::Run before = example_header();
  results::Run now = before;
  now.run.seed = 2;
  now.run.rounds = 7;
  now.timing.operations.reset();
  now.tables[0].metric = "response_ns.p99";
  now.machine["kernel"] = "Linux 6.2";
  now.run.assay_version = "0.2";
  now.run.plugins["sqlite"] = "SQLite 3.46.0";
  now.run.files["assay-sqlite.so"] = "4e5f";
  now.cells[0].cell.parameters["payload"] = 1000;
  now.cells[1].cell.id = "other";
  EXPECT_EQ(difference(before, now),
            "  rounds: was 6, is 7\n"
            "  seed: was 18446744073709551615, is 2\n"
            "  timing, operations: was 1000, is null\n"
            "  tables, 0.metric: was 'ops_per_second', is 'response_ns.p99'\n"
            "  machine, kernel: was 'Linux 6.1', is 'Linux 6.2'\n"
            "  Assay's version: was '0.1', is '0.2'\n"
            "  plugin, sqlite: was 'SQLite 3.40.1', is 'SQLite 3.46.0'\n"
            "  SHA-256 of the file, assay-sqlite.so: was '2c3d', is '4e5f'\n"
            "  cell cell-0, parameters.payload: was 100, is 1000\n"
            "  cell cell-1: was there, is gone\n"
            "  cell other: is new");
}

TEST(Journal, RefusesCellsInAnotherOrder) {
  const results::Run before = example_header();
  results::Run now = before;
  std::swap(now.cells[0], now.cells[1]);
  EXPECT_EQ(difference(before, now), "  cells: are the same in another order");
}

// Histograms as wide as real ones: about eight thousand buckets in use.
engine::BlockResult wide_block() {
  engine::BlockResult block = example_block(0);
  double ns = 1000;
  for (int index = 0; index < 20000; ++index, ns *= 1.0003) {
    block.measurement->response.record(static_cast<std::int64_t>(ns));
  }
  block.measurement->operations = 20000;
  return block;
}

TEST(Journal, ReadsAHundredCellsOfSixRoundsInThirtyMegabytes) {
  const test::ScratchFolder folder;
  {
    Journal journal = Journal::create(folder.path(), example_header(100));
    const engine::BlockResult block = wide_block();
    for (std::uint32_t round = 0; round < 6; ++round) {
      for (std::uint32_t cell = 0; cell < 100; ++cell) {
        journal.record(cell, round, block);
      }
    }
  }
  // In a process of its own, whose peak is this reading's.
  const pid_t child = ::fork();
  if (child == 0) {
    const auto before = observe::sample_process(::getpid());
    const results::Run run = Journal::open(folder.path()).read();
    const auto after = observe::sample_process(::getpid());
    const std::int64_t used = after->peak_rss_bytes - before->rss_bytes;
    // A sanitizer's own memory would be counted.
    const bool small = used < 30'000'000 || std::string_view(ASSAY_SANITIZER) != "none";
    std::_Exit(run.cells.at(99).repeats.size() == 6 && small ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace assay::results
