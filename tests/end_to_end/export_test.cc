// The exports, read by the very tools they are for.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process/run_program.h"
#include "program.h"

namespace assay::end_to_end {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class ExportTest : public Program {
 protected:
  static fs::path source() { return fs::path(ASSAY_SOURCE_FOLDER) / "reports" / "quick"; }

  static json results() { return json::parse(std::ifstream(source() / "results.json")); }

  // The run in that format, as a file.
  fs::path exported(const std::string& format, const std::string& name) const {
    fs::path file = folder() / name;
    const Outcome outcome =
        run({"export", source().string(), "--format", format, "--out", file.string()});
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    return file;
  }

  static std::string output_of(const std::vector<std::string>& arguments) {
    std::string text;
    const process::Ended ended =
        process::run_program(arguments, std::chrono::seconds(60), [&](std::string_view line) {
          text += line;
          text += '\n';
        });
    EXPECT_TRUE(ended.well()) << ended.errors;
    return text;
  }
};

TEST_F(ExportTest, GoogleBenchmarksCompareReadsTheJson) {
  const fs::path old_run = exported("google-benchmark", "old.json");
  json slower = json::parse(std::ifstream(old_run));
  for (json& row : slower.at("benchmarks")) {
    row["real_time"] = row.at("real_time").get<double>() * 2;
  }
  const fs::path new_run = write("new.json", slower.dump());
  const std::string text = output_of({ASSAY_PYTHON, "/usr/share/benchmark/compare.py", "--no-color",
                                      "benchmarks", old_run.string(), new_run.string()});
  const json all = results();
  ASSERT_FALSE(all.at("cells").empty());
  for (const json& cell : all.at("cells")) {
    EXPECT_NE(text.find(cell.at("id").get<std::string>()), std::string::npos) << text;
  }
  EXPECT_NE(text.find("+1.0000"), std::string::npos) << text;
  EXPECT_NE(text.find("_pvalue"), std::string::npos) << text;
}

TEST_F(ExportTest, GoogleBenchmarkRowsHoldWhatResultsHold) {
  const json rows =
      json::parse(std::ifstream(exported("google-benchmark", "run.json"))).at("benchmarks");
  const json cell = results().at("cells").at(0);
  std::size_t repetition = 0;
  for (const json& row : rows) {
    if (row.at("run_name") == cell.at("id") && row.at("run_type") == "iteration") {
      const json& repeat = cell.at("repeats").at(repetition++);
      EXPECT_EQ(row.at("items_per_second"), repeat.at("ops_per_second"));
      EXPECT_EQ(row.at("real_time"), repeat.at("response_ns").at("mean"));
      EXPECT_EQ(row.at("iterations"), repeat.at("operations"));
    }
  }
  EXPECT_EQ(repetition, cell.at("repeats").size());
}

TEST_F(ExportTest, HdrHistogramReadsTheLog) {
  const fs::path log = exported("hlog", "run.hlog");
  const json all = results();
  ASSERT_FALSE(all.at("cells").empty());
  for (const json& cell : all.at("cells")) {
    const auto tag = cell.at("id").get<std::string>();
    const std::string text = output_of({"java", "-cp", "/usr/share/java/hdrhistogram.jar",
                                        "org.HdrHistogram.HistogramLogProcessor", "-i",
                                        log.string(), "-tag", tag, "-outputValueUnitRatio", "1"});
    std::uint64_t operations = 0;
    for (const json& repeat : cell.at("repeats")) {
      operations += repeat.at("operations").get<std::uint64_t>();
    }
    EXPECT_NE(text.find(fmt::format("Total count    = {:>12}]", operations)), std::string::npos)
        << tag << " has " << operations << " operations, but:\n"
        << text.substr(text.size() - std::min<std::size_t>(text.size(), 400));
  }
}

TEST_F(ExportTest, JsonLinesAreOneObjectABlock) {
  std::ifstream in(exported("json-lines", "run.jsonl"));
  std::size_t blocks = 0;
  for (std::string line; std::getline(in, line); ++blocks) {
    const json row = json::parse(line);
    EXPECT_TRUE(row.contains("cell") && row.contains("ops_per_second") && row.contains("round"));
    EXPECT_FALSE(row.contains("histogram"));
  }
  std::size_t expected = 0;
  const json all = results();
  for (const json& cell : all.at("cells")) {
    expected += cell.at("repeats").size();
  }
  EXPECT_EQ(blocks, expected);
}

TEST_F(ExportTest, PrintsToStandardOutputAndRefusesAnUnknownFormat) {
  const Outcome printed = run({"export", source().string(), "--format", "json-lines"});
  EXPECT_EQ(printed.code, 0);
  EXPECT_EQ(printed.output.front(), '{');
  const Outcome refused = run({"export", source().string(), "--format", "hdr"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.errors.find("hlog"), std::string::npos) << refused.errors;
}

}  // namespace
}  // namespace assay::end_to_end
