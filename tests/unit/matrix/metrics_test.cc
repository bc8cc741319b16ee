#include "matrix/metrics.h"

#include <gtest/gtest.h>

namespace assay::matrix {
namespace {

TEST(Metrics, OnlyRatesAreBetterWhenGreater) {
  for (const Metric& metric : metrics()) {
    EXPECT_EQ(metric.greater_is_better,
              metric.name.ends_with("_per_second") || metric.name == "open.achieved_share")
        << metric.name;
  }
}

TEST(Metrics, EveryMetricHasItsDefaultUnit) {
  EXPECT_EQ(metrics().size(), 1 + 24 + 3 + 10 + 1);
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(unit_factor(metric, metric.default_unit)) << metric.name;
    EXPECT_EQ(units(metric).front(), metric.default_unit);
    EXPECT_EQ(find_metric(metric.name), &metric);
  }
}

TEST(Metrics, FactorsTurnKeptFiguresIntoUnits) {
  const auto factor = [](std::string_view metric, std::string_view unit) {
    return unit_factor(*find_metric(metric), unit).value_or(-1);
  };
  EXPECT_DOUBLE_EQ(factor("ops_per_second", "k/s"), 0.001);
  EXPECT_DOUBLE_EQ(factor("response_ns.p99", "us"), 0.001);
  EXPECT_DOUBLE_EQ(factor("service_ns.max", "s"), 1e-9);
  EXPECT_DOUBLE_EQ(factor("client.cpu_us_per_op", "ns"), 1000);
  EXPECT_DOUBLE_EQ(factor("server.rss_bytes", "MiB"), 1.0 / 1048576);
  EXPECT_DOUBLE_EQ(factor("client.written_bytes", "KiB"), 1.0 / 1024);
  EXPECT_DOUBLE_EQ(factor("server.read_bytes", "bytes"), 1);
  EXPECT_DOUBLE_EQ(factor("server.cpu_cores", "cores"), 1);
  EXPECT_DOUBLE_EQ(factor("generator_ns.p99", "us"), 0.001);
  EXPECT_DOUBLE_EQ(factor("open.offered_per_second", "k/s"), 0.001);
  EXPECT_DOUBLE_EQ(factor("open.waited_share", "%"), 100);
  EXPECT_DOUBLE_EQ(factor("response_ns.p50", "k/s"), -1);
  EXPECT_EQ(find_metric("response_ns.p98"), nullptr);
}

}  // namespace
}  // namespace assay::matrix
