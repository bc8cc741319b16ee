// What it costs to call into a plugin. Meaningful in a release build.
#include <benchmark/benchmark.h>

#include "calls.h"

namespace {

constexpr assay::Bytes key = "key:000000000001";

// The yardstick: a call that is not inlined.
void direct_call(benchmark::State& state) {
  DirectAnswer direct;
  assay::Reply reply;
  for ([[maybe_unused]] auto each : state) {
    benchmark::DoNotOptimize(direct.get(key, reply));
    benchmark::DoNotOptimize(reply);
  }
}

BENCHMARK(direct_call);  // budget: 2 ns

void loaded_call(benchmark::State& state) {
  const auto session = open_noop();
  assay::KeyValue* key_value = session->key_value();
  assay::Reply reply;
  for ([[maybe_unused]] auto each : state) {
    benchmark::DoNotOptimize(key_value->get(key, reply));
    benchmark::DoNotOptimize(reply);
  }
}

BENCHMARK(loaded_call);  // budget: 5 ns

}  // namespace

BENCHMARK_MAIN();
