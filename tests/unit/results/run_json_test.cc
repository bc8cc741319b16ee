#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <limits>
#include <set>

#include "error_of.h"
#include "example_run.h"
#include "results/figures.h"
#include "tests/scratch_folder.h"

namespace assay::results {
namespace {

using Json = nlohmann::json;

results::Run full_run() {
  results::Run run = example_header();
  run.run.finished = "2026-11-30T12:20:00Z";
  run.cells[0].repeats = {figures(0, example_block()), figures(1, failed_block())};
  run.cells[0].repeats[0].errors = {{"timeout", 3}};
  run.cells[0].repeats[0].histogram = "HISTFAAA";
  run.cells[0].marks = {{"errors", "0.3 % of the operations did not succeed"}};
  run.cells[0].summary["ops_per_second"] = {.median = 2, .low = 1, .high = 3, .interval = true};
  run.cells[0].summary["response_ns.p99_9"] = {};
  run.cells[0].read_back = {{"synchronous", "FULL"}};
  run.cells[0].version = "3.40.1";
  run.cells[0].failed = true;
  return run;
}

TEST(RunJson, ReadsBackWhatItWrote) {
  const Json json = to_results_json(full_run());
  EXPECT_EQ(to_results_json(from_results_json(json)), json);
}

TEST(RunJson, HasTheFieldsScriptsRelyOn) {
  const Json json = to_results_json(full_run());
  EXPECT_EQ(json["schema"], 1);
  for (const char* field : {"id", "matrix", "seed", "started", "finished", "command"}) {
    EXPECT_TRUE(json["run"].contains(field)) << field;
  }
  EXPECT_EQ(json["run"]["seed"], 18446744073709551615U);
  const Json& cell = json["cells"][0];
  EXPECT_EQ(cell["id"], "cell-0");
  EXPECT_EQ(cell["environment"], "embedded");
  EXPECT_EQ(cell["parameters"]["payload"], 100);
  EXPECT_EQ(cell["marks"][0]["kind"], "errors");
  const Json& repeat = cell["repeats"][0];
  EXPECT_EQ(repeat["ops_per_second"], 500);
  EXPECT_EQ(repeat["operations"], 1000);
  EXPECT_EQ(repeat["finished"], 1234);
  EXPECT_EQ(repeat["errors"]["timeout"], 3);
  EXPECT_EQ(repeat["seconds"], 2);
  EXPECT_EQ(repeat["response_ns"]["max"], 1'000'000);
  EXPECT_EQ(repeat["histogram"], "HISTFAAA");
  EXPECT_EQ(repeat["resources"]["client"]["cpu_seconds"], 1.5);
  EXPECT_EQ(repeat["resources"]["client"]["rss_bytes"], 1000);
  EXPECT_EQ(cell["summary"]["ops_per_second"]["low"], 1);
}

// row 5: what may not be printed is null, never 0.
TEST(RunJson, WritesNullForWhatMayNotBePrinted) {
  const Json json = to_results_json(full_run());
  const Json& cell = json["cells"][0];
  EXPECT_TRUE(cell["repeats"][0]["response_ns"]["p99_9"].is_null());
  EXPECT_TRUE(cell["repeats"][1]["ops_per_second"].is_null());
  EXPECT_TRUE(cell["summary"]["response_ns.p99_9"]["median"].is_null());
  EXPECT_TRUE(to_results_json(example_header())["run"]["finished"].is_null());
}

TEST(RunJson, NeverHoldsInfinityOrNan) {
  results::Run run = full_run();
  run.cells[0].repeats[0].ops_per_second = std::numeric_limits<double>::infinity();
  run.cells[0].repeats[0].response_ns.p50 = std::numeric_limits<double>::quiet_NaN();
  const Json json = to_results_json(run);
  EXPECT_TRUE(json["cells"][0]["repeats"][0]["ops_per_second"].is_null());
  EXPECT_TRUE(json["cells"][0]["repeats"][0]["response_ns"]["p50"].is_null());
}

TEST(RunJson, TakesAnyBytesThatASystemAnsweredWith) {
  results::Run run = full_run();
  run.cells[0].repeats[0].first_error = "bad \xff byte";
  run.cells[0].version = "\xc3";
  EXPECT_NO_THROW((void)to_results_json(run).dump());
}

TEST(RunJson, EveryMissingFieldIsNamed) {
  const std::set<std::string> added_later{
      "calibrations", "cold",         "definition", "files",         "finished", "load",
      "members",      "memory_bytes", "open",       "per_operation", "start"};
  const Json whole = to_results_json(full_run());
  std::size_t tried = 0;
  const std::function<void(Json::json_pointer)> check = [&](const Json::json_pointer& at) {
    for (const auto& [name, ignored] : whole.at(at).items()) {
      // Not in all results of this schema, to which fields may be added.
      if (added_later.contains(name) && at / name != Json::json_pointer("/run/finished")) {
        continue;
      }
      Json damaged = whole;
      damaged.at(at).erase(name);
      const std::string text = error_of([&] { from_results_json(damaged); });
      EXPECT_NE(text.find(name), std::string::npos) << at << " without " << name << ": " << text;
      ++tried;
    }
  };
  for (const char* owner : {"", "/run", "/timing", "/tables/0", "/cells/0", "/cells/0/topology",
                            "/cells/0/marks/0", "/cells/0/repeats/0",
                            "/cells/0/repeats/0/response_ns", "/cells/0/repeats/0/resources/client",
                            "/cells/0/repeats/1/failure", "/cells/0/summary/ops_per_second"}) {
    check(Json::json_pointer(owner));
  }
  EXPECT_GT(tried, 80U);
}

TEST(RunJson, AWrongTypeIsNamedWithWhatIsThere) {
  Json json = to_results_json(full_run());
  json["cells"][0]["repeats"][1]["seconds"] = "two";
  EXPECT_EQ(error_of([&] { from_results_json(json); }),
            "cells[0].repeats[1].seconds must be a number, but is \"two\"");
  json["cells"][0]["repeats"][1]["seconds"] = 2;
  json["cells"][0]["repeats"][0]["round"] = -1;
  EXPECT_EQ(error_of([&] { from_results_json(json); }),
            "cells[0].repeats[0].round must be a whole number from 0 on, but is -1");
  EXPECT_EQ(error_of([&] { from_results_json(Json::array()); }),
            "the document must be an object, but is []");
}

TEST(RunJson, AnotherSchemaIsRefused) {
  Json json = to_results_json(full_run());
  json["schema"] = 2;
  EXPECT_EQ(error_of([&] { from_results_json(json); }),
            "schema is 2, and this program reads 1; use the version that wrote these results");
}

TEST(RunJson, IsWrittenToAFolderAndReadFromItOrTheFile) {
  const test::ScratchFolder folder;
  write_results(full_run(), folder.path());
  const Json json = to_results_json(full_run());
  EXPECT_EQ(to_results_json(read_results(folder.path())), json);
  EXPECT_EQ(to_results_json(read_results(folder.path() / "results.json")), json);
}

TEST(RunJson, AFileThatIsNoneIsNamed) {
  const test::ScratchFolder folder;
  const std::string file = (folder.path() / "results.json").string();
  EXPECT_EQ(error_of([&] { read_results(folder.path()); }),
            "cannot read " + file +
                ": No such file or directory; give a run's folder or its results.json");
  std::ofstream(file) << "{";
  EXPECT_EQ(error_of([&] { read_results(folder.path()); }).find(file + " is not JSON: "), 0U);
  std::ofstream(file) << "{}";
  EXPECT_EQ(error_of([&] { read_results(folder.path()); }), file + ": schema is missing");
}

}  // namespace
}  // namespace assay::results
