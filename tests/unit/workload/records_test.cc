// YCSB's rows: what is written in them, and that no wrong byte passes.
#include "workload/records.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace assay::workload {
namespace {

struct MadeRecord {
  MadeRecord(const Records& records, std::int64_t id)
      : text(records.text_bytes(), '\0'), row(records.columns()) {
    records.make(id, row, text.data());
  }

  std::string text;
  std::vector<Cell> row;
};

TEST(Records, HaveTenDifferentTextsOfAHundredLetters) {
  const Records records(1, 100);
  const MadeRecord made(records, 7);
  EXPECT_EQ(Records::schema().columns.size(), 11);
  EXPECT_EQ(made.row[0].integer, 7);
  std::set<std::string> fields;
  for (std::size_t field = 1; field <= 10; ++field) {
    EXPECT_EQ(made.row[field].bytes.size(), 100);
    fields.insert(std::string(made.row[field].bytes));
  }
  EXPECT_EQ(fields.size(), 10);
  EXPECT_EQ(made.text.find_first_not_of("abcdefghijklmnop"), std::string::npos);
}

TEST(Records, AnyWrongByteIsFound) {
  const Records records(1, 100);
  const History history({}, true);
  MadeRecord made(records, 7);
  EXPECT_TRUE(records.may_be(7, made.row, history));
  EXPECT_FALSE(records.may_be(8, made.row, history));
  for (const std::size_t at : {0U, 7U, 8U, 99U, 100U, 555U, 999U}) {
    made.text[at] ^= 1;
    EXPECT_FALSE(records.may_be(7, made.row, history)) << at;
    made.text[at] ^= 1;
  }
  std::swap(made.row[3], made.row[4]);
  EXPECT_FALSE(records.may_be(7, made.row, history));
}

TEST(Records, AnUpdateWritesOneFieldThatCarriesItsVersion) {
  const Records records(1, 100);
  std::set<std::uint32_t> columns;
  for (std::uint32_t version = 1; version < 200; ++version) {
    std::string text(records.update_bytes(), '\0');
    const Update update = records.update(9, version, text.data());
    columns.insert(update.column);
    EXPECT_EQ(records.row_of(update.item), 9);
    EXPECT_EQ(records.version_of(9, update.column - 1, update.value.bytes), version);
    EXPECT_FALSE(records.version_of(9, update.column, update.value.bytes));
  }
  EXPECT_EQ(columns.size(), 10);
}

}  // namespace
}  // namespace assay::workload
