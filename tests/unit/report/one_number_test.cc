// Row 24 of the list of wrong numbers tools have printed: units mixed up between outputs. One
// figure must be the same in results.json, report.csv and report.md.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/csv.h"
#include "report/report.h"
#include "sample_run.h"

namespace {

using assay::report::test::sample;

std::vector<std::string> fields_of_line(const std::string& csv, std::size_t line) {
  std::istringstream lines(csv);
  std::string text;
  for (std::size_t index = 0; index <= line; ++index) {
    std::getline(lines, text);
  }
  std::istringstream fields(text);
  std::vector<std::string> result;
  for (std::string field; std::getline(fields, field, ',');) {
    result.push_back(field);
  }
  return result;
}

TEST(OneNumber, IsTheSameInJsonCsvAndMarkdownInTheirStatedUnits) {
  auto run = sample();
  run.tables[0].metric = "response_ns.p50";
  run.tables[0].unit = "us";
  const auto json = assay::results::to_results_json(run);
  const double json_ns =
      json.at("cells").at(0).at("summary").at("response_ns.p50").at("median").get<double>();
  const auto head = fields_of_line(assay::report::csv(run), 0);
  const auto line = fields_of_line(assay::report::csv(run), 1);
  ASSERT_EQ(head.at(6), "unit");
  EXPECT_EQ(line.at(6), "ns");
  ASSERT_EQ(head.at(8), "median");
  EXPECT_DOUBLE_EQ(std::stod(line.at(8)), json_ns);
  const std::string markdown = assay::report::table_markdown(run, "throughput");
  const std::size_t digits = markdown.find_first_of("0123456789", markdown.find("| 10 |") + 6);
  EXPECT_NEAR(std::stod(markdown.substr(digits)), json_ns / 1000, 1);
}

}  // namespace
