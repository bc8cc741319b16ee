// Row 24 of the list of wrong numbers tools have printed: units mixed up between outputs. One
// figure must be the same in results.json, report.csv and report.md.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <sstream>

#include "analyse/analyse.h"
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

// The numbers of a table's place, "23.5 [22.2 to 25.0]", and the least step of each.
struct Printed {
  double value;
  double step;
};

std::vector<Printed> numbers_in(const std::string& text) {
  std::vector<Printed> numbers;
  static const std::regex number(R"(\d+(?:\.(\d+))?)");
  for (std::sregex_iterator match(text.begin(), text.end(), number), end; match != end; ++match) {
    const std::string digits = match->str();
    double step = std::pow(10, -static_cast<double>((*match)[1].length()));
    if ((*match)[1].length() == 0) {
      step = std::pow(10, static_cast<double>(digits.size() - 1 - digits.find_last_not_of('0')));
    }
    numbers.push_back({std::stod(digits), step});
  }
  return numbers;
}

// [line][column] of the table's body.
std::vector<std::vector<std::string>> places(const std::string& markdown) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(markdown);
  for (std::string line; std::getline(in, line) && line.starts_with("|");) {
    std::istringstream columns(line);
    lines.emplace_back();
    for (std::string column; std::getline(columns, column, '|');) {
      lines.back().push_back(column);
    }
  }
  lines.erase(lines.begin(), lines.begin() + 2);
  return lines;
}

struct Shown {
  const char* metric;
  const char* unit;
  const char* kept;
  double divisor;
};

TEST(OneNumber, IsTheSameInJsonCsvAndMarkdownInTheirStatedUnits) {
  for (const Shown& shown :
       {Shown{"response_ns.p50", "us", "ns", 1e3}, Shown{"response_ns.p99", "ms", "ns", 1e6},
        Shown{"ops_per_second", "k/s", "1/s", 1e3}, Shown{"client.cpu_us_per_op", "ns", "us", 1e-3},
        Shown{"client.written_bytes", "KiB", "bytes", 1024}}) {
    auto run = sample();
    run.tables[0].metric = shown.metric;
    run.tables[0].unit = shown.unit;
    run.tables[0].baseline.clear();
    const auto json = assay::results::to_results_json(run);
    const std::string csv = assay::report::csv(run);
    const auto head = fields_of_line(csv, 0);
    ASSERT_EQ(head.at(6), "unit");
    ASSERT_EQ(head.at(8), "median");
    ASSERT_EQ(head.at(10), "high");
    const auto table = places(assay::report::table_markdown(run, "throughput"));
    for (std::size_t cell = 0; cell < 4; ++cell) {
      const auto& summary = json.at("cells").at(cell).at("summary").at(shown.metric);
      const auto line = fields_of_line(csv, cell + 1);
      EXPECT_EQ(line.at(1), json.at("cells").at(cell).at("id"));
      EXPECT_EQ(line.at(6), shown.kept);
      const auto printed = numbers_in(table.at(cell / 2).at(2 + cell % 2));
      ASSERT_EQ(printed.size(), 3U);
      std::size_t column = 8;
      for (const char* figure : {"median", "low", "high"}) {
        const auto kept = summary.at(figure).get<double>();
        EXPECT_DOUBLE_EQ(std::stod(line.at(column)), kept) << shown.metric << " " << figure;
        // Rounded at most: within half of the last digit that is shown.
        const Printed& each = printed.at(column - 8);
        EXPECT_NEAR(each.value, kept / shown.divisor, each.step * 0.5000001)
            << shown.metric << " " << figure;
        ++column;
      }
    }
  }
}

TEST(OneNumber, SaysInCsvAndJsonWhetherItsBoundsAreAnInterval) {
  auto run = sample();
  EXPECT_EQ(fields_of_line(assay::report::csv(run), 0).at(15), "bounds");
  EXPECT_EQ(fields_of_line(assay::report::csv(run), 1).at(15), "interval");
  EXPECT_EQ(fields_of_line(assay::report::csv(run), 1).at(16), "interval");
  run.run.rounds = 5;
  for (auto& cell : run.cells) {
    cell.repeats.pop_back();
  }
  run.cells[3].repeats.clear();
  assay::analyse::analyse(run);
  EXPECT_EQ(fields_of_line(assay::report::csv(run), 1).at(15), "range");
  EXPECT_EQ(fields_of_line(assay::report::csv(run), 1).at(16), "range");
  EXPECT_EQ(assay::report::csv(run).substr(assay::report::csv(run).rfind(',')), ",not run\n");
  EXPECT_FALSE(
      assay::results::to_results_json(run)["cells"][0]["summary"]["ops_per_second"]["interval"]
          .get<bool>());
}

}  // namespace
