#include "results/calibration.h"

#include <gtest/gtest.h>

#include "example_run.h"

namespace assay::results {
namespace {

Calibration calibration(const std::string& backend, const std::vector<std::optional<double>>& rates,
                        const std::string& group = "cache.get") {
  return {group, backend, backend + "/cache.get", rates, ""};
}

TEST(Calibration, TheRateIsTheMedianOfTheBlocksThatHaveOne) {
  EXPECT_EQ(rate(calibration("a", {300, 100, 200})), 200);
  EXPECT_EQ(rate(calibration("a", {300, std::nullopt, 200})), 250);
  EXPECT_EQ(rate(calibration("a", {std::nullopt})), std::nullopt);
  EXPECT_EQ(rate(calibration("a", {})), std::nullopt);
}

TEST(Calibration, TheSlowestIsLookedForInOneGroupAndAmongThoseWithARate) {
  const std::vector<Calibration> all{
      calibration("fast", {900, 900, 900}), calibration("slow", {500, 600, 700}),
      calibration("broken", {std::nullopt}), calibration("slow", {1, 1, 1}, "cache.put")};
  EXPECT_EQ(slowest(all, "cache.get"), &all[1]);
  EXPECT_EQ(slowest(all, "cache.put"), &all[3]);
  EXPECT_EQ(slowest(all, "table.scan"), nullptr);
  EXPECT_EQ(slowest(std::span(all).subspan(2, 1), "cache.get"), nullptr);
}

TEST(Calibration, ABlockThatFailedOrDidNothingHasNoRateAndSaysWhy) {
  Calibration of{"cache.get", "a", "a/cache.get", {}, ""};
  add_block(of, example_block(1000));  // in two seconds
  add_block(of, failed_block());
  add_block(of, example_block(0));
  EXPECT_EQ(of.ops_per_second,
            (std::vector<std::optional<double>>{500, std::nullopt, std::nullopt}));
  EXPECT_EQ(of.failure, "load: the worker ended with signal 9");
  const nlohmann::json json = calibration_json(of);
  EXPECT_EQ(json["ops_per_second"][1], nullptr);
  EXPECT_EQ(calibration_json(calibration_of(JsonField(json, "calibration"))), json);
}

}  // namespace
}  // namespace assay::results
