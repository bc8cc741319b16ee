#include "report/plots.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "analyse/analyse.h"
#include "report/gnuplot.h"
#include "report/report.h"
#include "sample_run.h"
#include "tests/scratch_folder.h"

namespace {

using assay::report::test::sample;

class Plots : public testing::Test {
 protected:
  std::string content(const std::string& file) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / file).rdbuf();
    return text.str();
  }

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
};

TEST_F(Plots, DrawsBarsLatencyAndSeriesAndLeavesNothingElse) {
  const auto plots = assay::report::draw_plots(sample(), folder_);
  std::vector<std::string> files;
  for (const auto& plot : plots) {
    files.push_back(plot.file);
    EXPECT_NE(content(plot.file).find("</svg>"), std::string::npos) << plot.file;
  }
  EXPECT_EQ(files, (std::vector<std::string>{"table-throughput.svg", "latency-cache.get.svg",
                                             "series-cache.get.svg"}));
  EXPECT_NE(content("table-throughput.svg").find("rich"), std::string::npos);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 3);
}

TEST_F(Plots, AreLeftOutWhereNothingWasMeasured) {
  auto run = sample();
  for (auto& cell : run.cells) {
    cell.failed = true;
  }
  EXPECT_TRUE(assay::report::draw_plots(run, folder_).empty());
}

TEST_F(Plots, LeaveOutAColumnWithoutAnyFigure) {
  auto run = sample();
  run.tables.front().metric = "response_ns.p99";
  for (auto& cell : run.cells) {
    for (auto& repeat : cell.repeats) {
      if (cell.cell.backend == "rich") {
        repeat.response_ns.p99 = std::nullopt;
      }
    }
  }
  assay::analyse::analyse(run);
  assay::report::draw_plots(run, folder_);
  const std::string plot = content("table-throughput.svg");
  EXPECT_NE(plot.find("lean"), std::string::npos);
  EXPECT_EQ(plot.find("rich"), std::string::npos);
}

TEST_F(Plots, SayWhatGnuplotSaidWhenItFails) {
  try {
    assay::report::gnuplot("plot nonsense(\n", folder_ / "x.svg");
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_NE(std::string(error.what()).find("gnuplot ended with code 1"), std::string::npos);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

// PATH with another value while it lives.
class OtherPath {
 public:
  explicit OtherPath(const std::string& value) : before_(getenv("PATH")) {
    setenv("PATH", value.c_str(), 1);
  }

  OtherPath(const OtherPath&) = delete;
  OtherPath& operator=(const OtherPath&) = delete;

  ~OtherPath() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST_F(Plots, ThatCannotBeDrawnLeaveTheRestOfTheReport) {
  std::string said;
  try {
    const OtherPath without_gnuplot(folder_);
    assay::report::write(sample(), folder_);
  } catch (const assay::Error& error) {
    said = error.what();
  }
  EXPECT_NE(said.find("report.md is written, but without its plots: "), std::string::npos) << said;
  EXPECT_NE(said.find("gnuplot"), std::string::npos) << said;
  EXPECT_NE(content("report.md").find("## To run it again"), std::string::npos);
  EXPECT_EQ(content("report.md").find("## Plots"), std::string::npos);
  EXPECT_FALSE(content("report.csv").empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
}

TEST_F(Plots, AKillWhileDrawingLeavesOnlyWholeFiles) {
  const assay::test::ScratchFolder programs;
  const std::filesystem::path fake = programs.path() / "gnuplot";
  std::ofstream(fake) << "#!/bin/sh\necho '<svg>'\nkill -KILL $PPID\n";
  std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
  {
    const OtherPath path(programs.path().string() + ":" + getenv("PATH"));
    EXPECT_EXIT(assay::report::write(sample(), folder_), testing::KilledBySignal(SIGKILL), "");
  }
  EXPECT_NE(content("report.md").find("## To run it again"), std::string::npos);
  EXPECT_FALSE(content("report.csv").empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
}

TEST_F(Plots, AreInTheReportOnceTheyAreDrawn) {
  assay::report::write(sample(), folder_);
  EXPECT_NE(content("report.md").find("![Reads (k/s)](table-throughput.svg)"), std::string::npos);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 5);
}

TEST_F(Plots, WriteRefusesAFolderThatIsGone) {
  std::filesystem::remove_all(folder_);
  EXPECT_THROW(assay::report::write(sample(), folder_), assay::Error);
}

}  // namespace
