#include "results/figures.h"

#include <gtest/gtest.h>

#include "example_run.h"
#include "results/histogram_blob.h"
#include "results/json_field.h"
#include "results/repeat_json.h"

namespace assay::results {
namespace {

engine::Histogram one_to(std::int64_t last) {
  engine::Histogram histogram;
  for (std::int64_t ns = 1; ns <= last; ++ns) {
    histogram.record(ns);
  }
  return histogram;
}

// row 8: on 1, 2, …, 1000 each label equals its rank.
TEST(Figures, EachPercentileIsTheValueAtItsRank) {
  const Latency figures = latency(one_to(1000));
  EXPECT_EQ(figures.p50, 500);
  EXPECT_EQ(figures.p90, 900);
  EXPECT_EQ(figures.p95, 950);
  EXPECT_EQ(figures.p99, 990);
  EXPECT_EQ(figures.p99_9, std::nullopt);  // one value beyond it
  EXPECT_EQ(figures.min, 1);
  EXPECT_EQ(figures.mean, 500.5);
  EXPECT_EQ(figures.max, 1000);
}

TEST(Figures, TellTheMembersOfAMixApart) {
  engine::BlockResult block = example_block(0);
  block.measurement->members = {{"table.point_read", one_to(999)}, {"table.insert", one_to(20)}};
  const nlohmann::json json = repeat_json(figures(0, block));
  ASSERT_EQ(json["members"].size(), 2U);
  EXPECT_EQ(json["members"][1]["workload"], "table.insert");
  EXPECT_EQ(json["members"][1]["operations"], 20);
  EXPECT_EQ(json["members"][1]["response_ns"]["p50"], 10);
  EXPECT_TRUE(json["members"][1]["response_ns"]["p99"].is_null());
}

TEST(Figures, APercentileNeedsTenValuesBeyondIt) {
  EXPECT_EQ(latency(one_to(20)).p50, 10);
  EXPECT_EQ(latency(one_to(19)).p50, std::nullopt);
  EXPECT_EQ(latency(one_to(999)).p99, std::nullopt);
  EXPECT_EQ(latency(one_to(19)).max, 19);
}

// row 5: empty is null, never 0; and min <= p50 <= p99 <= max, min <= mean <= max.
TEST(Figures, OfNoOperationsAreNull) {
  const Repeat repeat = figures(0, example_block(0));
  EXPECT_EQ(repeat.ops_per_second, 0);  // nothing in two seconds is a true rate
  const nlohmann::json json = repeat_json(repeat);
  for (const char* kind : {"response_ns", "service_ns"}) {
    EXPECT_EQ(json[kind].size(), 8U);
    for (const auto& [name, value] : json[kind].items()) {
      EXPECT_TRUE(value.is_null()) << kind << "." << name;
    }
  }
}

TEST(Figures, AreOrdered) {
  const Latency figures = latency(one_to(20000));
  EXPECT_LE(*figures.min, *figures.p50);
  EXPECT_LE(*figures.p50, *figures.p90);
  EXPECT_LE(*figures.p90, *figures.p95);
  EXPECT_LE(*figures.p95, *figures.p99);
  EXPECT_LE(*figures.p99, *figures.p99_9);
  EXPECT_LE(*figures.p99_9, *figures.max);
  EXPECT_LE(*figures.min, *figures.mean);
  EXPECT_LE(*figures.mean, *figures.max);
}

// row 24: the duration recorded in ns is the one in JSON, and rate × seconds gives the operations.
TEST(Figures, HaveOneUnitFromTheClockToTheJson) {
  engine::BlockResult block = example_block(0);
  for (int index = 0; index < 3000; ++index) {
    block.measurement->response.record(2'000'000'123);  // two seconds and 123 ns
  }
  block.measurement->operations = 3000;
  block.measurement->seconds = 6000.000369;
  const nlohmann::json json = repeat_json(figures(0, block));
  EXPECT_EQ(json["response_ns"]["max"], 2'000'000'123.0);
  EXPECT_EQ(json["response_ns"]["mean"], 2'000'000'123.0);
  EXPECT_EQ(json["response_ns"]["p50"], 2'000'000'123.0);
  EXPECT_DOUBLE_EQ(json["ops_per_second"].get<double>() * json["seconds"].get<double>(), 3000);
  EXPECT_DOUBLE_EQ(
      json["ops_per_second"].get<double>() * json["response_ns"]["mean"].get<double>() * 1e-9, 1);
}

// row 4: no duration gives no rate, not an infinite one.
TEST(Figures, AWindowOfNoLengthHasNoRate) {
  engine::BlockResult block = example_block();
  block.measurement->seconds = 0;
  EXPECT_EQ(figures(0, block).ops_per_second, std::nullopt);
}

TEST(Figures, ServiceIsResponseWhereTheEngineSendsOne) {
  engine::BlockResult block = example_block();
  EXPECT_EQ(figures(0, block).service_ns.p50, 500'223);  // the end of 500,000's bucket
  for (int index = 0; index < 100; ++index) {
    block.measurement->service.record(7);
  }
  EXPECT_EQ(figures(0, block).service_ns.p50, 7);
}

engine::BlockResult open_block(bool overloaded) {
  engine::BlockResult block = example_block();
  engine::OpenLoad open;
  open.offered_per_second = 600;
  open.achieved_share = overloaded ? 0.8 : 1;
  open.due = 1200;
  open.waited = 300;
  open.unsent = overloaded ? 200 : 0;
  open.overloaded = overloaded;
  open.generator = one_to(1000);
  block.measurement->open = std::move(open);
  block.measurement->service = one_to(1000);
  return block;
}

TEST(Figures, OfAnOpenLoadHaveThreeTimes) {
  const nlohmann::json json = repeat_json(figures(0, open_block(false)));
  EXPECT_EQ(json["response_ns"]["p50"], 500'223.0);
  EXPECT_EQ(json["service_ns"]["p50"], 500.0);
  EXPECT_EQ(json["open"]["generator_ns"]["p99"], 990.0);
  EXPECT_EQ(json["open"]["generator_ns"]["p99_9"], nullptr);
  EXPECT_EQ(json["open"]["offered_per_second"], 600.0);
  EXPECT_EQ(json["open"]["achieved_share"], 1.0);
  EXPECT_EQ(json["open"]["due"], 1200);
  EXPECT_EQ(json["open"]["waited"], 300);
  EXPECT_EQ(json["open"]["overloaded"], false);
  EXPECT_EQ(repeat_json(repeat_of(JsonField(json, "repeat"))), json);
  EXPECT_EQ(repeat_json(figures(0, example_block()))["open"], nullptr);
}

// Row 5: withheld is null, never 0.
TEST(Figures, ResponseTimesOfAnOverloadedBlockAreWithheld) {
  const nlohmann::json json = repeat_json(figures(0, open_block(true)));
  for (const auto& [name, value] : json["response_ns"].items()) {
    EXPECT_TRUE(value.is_null()) << name;
  }
  EXPECT_EQ(json["service_ns"]["p50"], 500.0);
  EXPECT_EQ(json["open"]["unsent"], 200);
  EXPECT_EQ(json["open"]["overloaded"], true);
  EXPECT_EQ(repeat_json(repeat_of(JsonField(json, "repeat"))), json);
}

TEST(Figures, AFailedBlockHasItsReasonAndNoFigures) {
  const Repeat repeat = figures(4, failed_block());
  EXPECT_EQ(repeat.round, 4U);
  EXPECT_EQ(repeat.ops_per_second, std::nullopt);
  EXPECT_EQ(repeat.response_ns.mean, std::nullopt);
  EXPECT_EQ(repeat.failure->phase, "load");
}

TEST(Figures, CountersAreWhatWasCountedInBetween) {
  EXPECT_EQ(figures(0, example_block()).counters,
            (std::map<std::string, std::int64_t>{{"syncs", 20}}));
}

TEST(Figures, ProcessesThatReadBackOtherwiseShowAllValues) {
  std::vector<Facts> facts(3);
  facts[0] = {
      .version = "1", .durability = Durability::power, .settings = {{"a", "x"}, {"b", "1"}}};
  facts[1] = {
      .version = "1", .durability = Durability::power, .settings = {{"a", "y"}, {"b", "1"}}};
  facts[2] = facts[0];
  EXPECT_EQ(read_back(facts), (std::map<std::string, std::string>{
                                  {"a", "x | y"}, {"b", "1"}, {"durability", "power"}}));
}

TEST(HistogramBlob, KeepsEverythingExactly) {
  engine::Histogram histogram = one_to(5000);
  histogram.record(engine::Histogram::highest_ns + 5);
  histogram.record(987'654'321'012);
  const engine::Histogram back = from_blob(to_blob(histogram));
  EXPECT_EQ(back.count(), 5002U);
  EXPECT_EQ(back.overflows(), 1U);
  EXPECT_EQ(back.min_ns(), 1);
  EXPECT_EQ(back.max_ns(), histogram.max_ns());
  EXPECT_EQ(back.mean_ns(), histogram.mean_ns());
  EXPECT_EQ(back.encode(), histogram.encode());
}

TEST(HistogramBlob, OfNothingIsEmpty) {
  EXPECT_EQ(to_blob(engine::Histogram()), "");
  EXPECT_EQ(from_blob("").count(), 0U);
}

TEST(HistogramBlob, RefusesDamageWherever) {
  const std::string blob = to_blob(one_to(300));
  EXPECT_THROW(from_blob(blob.substr(0, 3)), Error);                  // within the head
  EXPECT_THROW(from_blob(blob.substr(0, blob.size() - 1)), Error);    // a bucket without count
  EXPECT_THROW(from_blob(blob + std::string(12, '\xff')), Error);     // a number without end
  EXPECT_THROW(from_blob(blob + "\xff\xff\xff\xff\x0f\x01"), Error);  // a bucket that is none
}

}  // namespace
}  // namespace assay::results
