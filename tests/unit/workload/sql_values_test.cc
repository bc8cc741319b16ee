#include "workload/sql_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "zeta.h"

namespace assay::workload {
namespace {

// Draws of one parameter, as text.
std::vector<std::string> sql_draws(const SqlParameter::Source& source, int count,
                                   const Random& random = {1, 0, 0},
                                   const SequenceTurns& turns = {}) {
  const auto values = make_sql_values({"x", source}, random, turns);
  std::vector<char> bytes(values->most_bytes() + 1, '!');
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) {
    const Cell cell = values->next(bytes.data());
    all.push_back(cell.bytes.data() == nullptr ? std::to_string(cell.integer)
                                               : std::string(cell.bytes));
  }
  EXPECT_EQ(bytes.back(), '!');
  return all;
}

std::map<std::string, int> sql_counts(const std::vector<std::string>& values) {
  std::map<std::string, int> counted;
  for (const std::string& each : values) {
    ++counted[each];
  }
  return counted;
}

TEST(SqlValues, UniformNumbersComeEquallyOftenAndOnlyFromTheirRange) {
  const auto found = sql_counts(sql_draws(DrawnNumber{"uniform", -2, 2}, 100'000));
  EXPECT_EQ(found.size(), 5U);
  for (int value = -2; value <= 2; ++value) {
    EXPECT_NEAR(found.at(std::to_string(value)), 20'000, 4 * std::sqrt(16'000)) << value;
  }
  EXPECT_EQ(sql_counts(sql_draws(DrawnNumber{"uniform", 7, 7}, 10)).size(), 1U);
}

TEST(SqlValues, ZipfianNumbersFollowTheFormula) {
  constexpr int items = 1000;
  const double theta = 0.8;
  const auto found = sql_counts(sql_draws(DrawnNumber{"zipfian", 1, items, theta}, 100'000));
  int most = 0;
  for (const auto& [value, count] : found) {
    EXPECT_GE(std::stoi(value), 1);
    EXPECT_LE(std::stoi(value), items);
    most = std::max(most, count);
  }
  const double expected = 100'000 / zeta(items, theta);
  EXPECT_NEAR(most, expected, 4 * std::sqrt(expected));
}

TEST(SqlValues, SequencesOfAllSessionsNeverMeetAndLeaveNoHole) {
  constexpr int sessions = 3;
  std::set<std::string> seen;
  for (std::uint64_t session = 0; session < sessions; ++session) {
    for (const std::string& each :
         sql_draws(SequenceNumber{5}, 100, Random(1, session, 0), {10 + session, sessions})) {
      EXPECT_TRUE(seen.insert(each).second) << each;
    }
  }
  for (int value = 15; value < 15 + 300; ++value) {
    EXPECT_EQ(seen.count(std::to_string(value)), 1U) << value;
  }
  EXPECT_EQ(sql_draws(SequenceNumber{5}, 3), (std::vector<std::string>{"5", "6", "7"}));
}

TEST(SqlValues, TextsHaveTheirSizesAndDiffer) {
  std::set<std::string> seen;
  std::map<std::size_t, int> sizes;
  for (const std::string& each : sql_draws(RandomText{20, 22}, 3000)) {
    EXPECT_TRUE(seen.insert(each).second);
    EXPECT_EQ(each.find_first_not_of("abcdefghijklmnop"), std::string::npos);
    ++sizes[each.size()];
  }
  ASSERT_EQ(sizes.size(), 3U);
  for (const auto& [size, count] : sizes) {
    EXPECT_NEAR(count, 1000, 4 * std::sqrt(667)) << size;
  }
  EXPECT_EQ(sql_draws(RandomText{40, 40}, 1).front().size(), 40U);
  EXPECT_EQ(sql_draws(RandomText{0, 0}, 1).front(), "");
}

TEST(SqlValues, TimestampsLieInTheirRangeToTheSecond) {
  const auto found = sql_counts(sql_draws(RandomTimestamp{86'399, 86'402}, 300));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found.begin()->first, "1970-01-01 23:59:59");
  EXPECT_EQ(found.rbegin()->first, "1970-01-02 00:00:01");
}

TEST(SqlValues, WritesTimestampsOfAllYears) {
  const auto written = [](std::int64_t seconds) {
    std::string text(timestamp_bytes, ' ');
    write_timestamp(seconds, text.data());
    return text;
  };
  EXPECT_EQ(written(0), "1970-01-01 00:00:00");
  EXPECT_EQ(written(1'709'251'199), "2024-02-29 23:59:59");
  EXPECT_EQ(written(-1), "1969-12-31 23:59:59");
  EXPECT_EQ(written(253'402'300'799), "9999-12-31 23:59:59");
}

TEST(SqlValues, ListedValuesComeEquallyOften) {
  const auto found = sql_counts(sql_draws(ListedValue{false, {"draft", "live"}}, 10'000));
  EXPECT_NEAR(found.at("draft"), 5000, 4 * std::sqrt(2500));
  EXPECT_EQ(found.size(), 2U);
  const auto values = make_sql_values({"x", ListedValue{true, {"-7"}}}, Random(1, 0, 0), {});
  const Cell cell = values->next(nullptr);
  EXPECT_EQ(cell.integer, -7);
  EXPECT_EQ(cell.bytes.data(), nullptr);
}

TEST(SqlValues, AreTheSameFromTheSameSeedAndOtherOnesInOtherSessions) {
  const DrawnNumber source{"uniform", 0, 1'000'000'000};
  EXPECT_EQ(sql_draws(source, 10, Random(1, 2, 3)), sql_draws(source, 10, Random(1, 2, 3)));
  EXPECT_NE(sql_draws(source, 10, Random(1, 2, 3)), sql_draws(source, 10, Random(1, 1, 3)));
  EXPECT_NE(sql_draws(source, 10, Random(1, 2, 3)), sql_draws(source, 10, Random(2, 2, 3)));
}

TEST(SqlDefinition, ComesBackAsItWasFromJson) {
  SqlDefinition definition;
  definition.parameters = {{"a", DrawnNumber{"zipfian", 1, 9, 0.5}},
                           {"b", SequenceNumber{4}},
                           {"c", RandomText{1, 2}},
                           {"d", RandomTimestamp{5, 6}},
                           {"e", ListedValue{true, {"1"}}}};
  definition.transaction = Access::write;
  definition.script = {{{"CREATE TABLE t (a)"}, {"INSERT INTO t VALUES (:b)", 10}},
                       {{"SELECT :a", 1, RowCount{1, 2}}}};
  definition.dialects["mysql"] = {{}, {{"SELECT 1"}}};
  const nlohmann::json json = definition;
  EXPECT_EQ(nlohmann::json(json.get<SqlDefinition>()), json);
  EXPECT_EQ(definition.for_dialect("mysql").setup.size(), 2U);
  EXPECT_EQ(definition.for_dialect("mysql").statements.front().text, "SELECT 1");
  EXPECT_EQ(definition.for_dialect("sqlite").statements.front().text, "SELECT :a");
  EXPECT_EQ(definition.script.numbers_used("b"), 10U);
  EXPECT_TRUE(definition.has_several_calls());
  EXPECT_FALSE(definition.may_write());
}

}  // namespace
}  // namespace assay::workload
