// What recording and summing up cost.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "engine/clock.h"
#include "engine/histogram.h"

namespace assay::engine {
namespace {

// Durations spread as a busy server's are: mostly 20 to 200 us, with a tail up to seconds.
std::vector<std::int64_t> durations() {
  std::mt19937_64 random(1);
  std::lognormal_distribution<double> spread(11, 1);
  std::vector<std::int64_t> values(4096);
  for (std::int64_t& value : values) {
    value = static_cast<std::int64_t>(spread(random));
  }
  return values;
}

// budget: 6 ns a record
void record(benchmark::State& state) {
  const std::vector<std::int64_t> values = durations();
  Histogram histogram;
  std::size_t next = 0;
  for (auto _ : state) {
    histogram.record(values[next++ % values.size()]);
  }
  benchmark::DoNotOptimize(histogram.count());
}

// budget: 1 ms for a repeat's four threads and all printed percentiles
void merge_and_percentiles(benchmark::State& state) {
  std::vector<Histogram> threads(4);
  for (const std::int64_t value : durations()) {
    for (Histogram& thread : threads) {
      thread.record(value);
    }
  }
  for (auto _ : state) {
    Histogram all;
    for (const Histogram& thread : threads) {
      all.merge(thread);
    }
    for (const double quantile : {0.5, 0.9, 0.95, 0.99, 0.999}) {
      benchmark::DoNotOptimize(all.printable(quantile));
      benchmark::DoNotOptimize(all.at(quantile));
    }
  }
}

void encode(benchmark::State& state) {
  Histogram histogram;
  for (const std::int64_t value : durations()) {
    histogram.record(value);
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(histogram.encode());
  }
}

// What every budget of the loops is counted in.
void clock_reading(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(now_ns());
  }
}

BENCHMARK(record);
BENCHMARK(merge_and_percentiles);
BENCHMARK(encode);
BENCHMARK(clock_reading);

}  // namespace
}  // namespace assay::engine

BENCHMARK_MAIN();
