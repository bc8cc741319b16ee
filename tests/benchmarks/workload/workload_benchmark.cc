// What choosing keys and making and verifying values costs. An operation of the noop plugin may
// cost two clock readings and 35 ns, of which the call takes 3 and the record 5.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "workload/distribution.h"
#include "workload/keys.h"
#include "workload/own_workload.h"
#include "workload/posts.h"
#include "workload/values.h"

namespace assay::workload {
namespace {

// budget: 3 ns a key for uniform, 15 ns for zipfian
void choose_key(benchmark::State& state, const char* distribution, std::uint64_t keys) {
  Items items(make_distribution(distribution, {.items = keys}), Random(1, 0, 0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(items.next());
  }
}

BENCHMARK_CAPTURE(choose_key, uniform, "uniform", 10'000);
BENCHMARK_CAPTURE(choose_key, zipfian, "zipfian", 10'000);
BENCHMARK_CAPTURE(choose_key, zipfian_of_100_million, "zipfian", 100'000'000);

// budget: 5 ns
void write_key(benchmark::State& state) {
  const KeyTexts texts(1);
  KeyText text{};
  std::uint64_t index = 0;
  for (auto _ : state) {
    texts.write(index++, text);
    benchmark::DoNotOptimize(text);
  }
}

BENCHMARK(write_key);

// budget: 10 ns at 100 bytes, 10 bytes a nanosecond beyond
void make_value(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const Values values(1, size);
  std::vector<char> bytes(size);
  std::uint64_t key = 0;
  for (auto _ : state) {
    values.make(key++, 0, bytes.data());
    benchmark::DoNotOptimize(bytes.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

BENCHMARK(make_value)->RangeMultiplier(10)->Range(10, 10'000);

// budget: as for making
void verify_value(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const Values values(1, size);
  std::string bytes(size, '\0');
  std::uint64_t key = 7;
  values.make(key, 0, bytes.data());
  for (auto _ : state) {
    benchmark::DoNotOptimize(key);
    benchmark::DoNotOptimize(values.version_of(key, bytes));
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

BENCHMARK(verify_value)->RangeMultiplier(10)->Range(10, 10'000);

// budget: 35 ns
void verify_post(benchmark::State& state) {
  const Posts posts(1, 100'000, 10'000, 100);
  std::string text(posts.text_bytes(), '\0');
  std::vector<Cell> row(Post::columns);
  std::int64_t id = 7;
  posts.make(id, row, text.data());
  for (auto _ : state) {
    benchmark::DoNotOptimize(id);
    benchmark::DoNotOptimize(posts.version_of(id, row));
  }
}

BENCHMARK(verify_post);

// Answers every call at once.
class StillSession final : public Session, public KeyValue {
 public:
  KeyValue* key_value() override { return this; }

  Bytes last_error() const override { return ""; }

  Facts facts() override { return {}; }

  Status get(Bytes /*key*/, Reply& /*reply*/) override { return Status::ok; }

  Status put(Bytes /*key*/, Bytes /*value*/, std::int64_t /*ttl_ms*/, Reply& /*reply*/) override {
    return Status::ok;
  }

  Status erase(Bytes /*key*/, Reply& /*reply*/) override { return Status::ok; }

  Status increment(Bytes /*key*/, std::int64_t /*by*/, Reply& /*reply*/) override {
    return Status::ok;
  }

  Status multi_get(Span /*keys*/, Reply& /*reply*/) override { return Status::ok; }

  Status multi_put(Span /*keys*/, Span /*values*/, std::int64_t /*ttl_ms*/,
                   Reply& /*reply*/) override {
    return Status::ok;
  }
};

Selection unverified(const std::string& name, nlohmann::json definition,
                     const std::vector<Parameter>& parameters) {
  Selection selection{name, {}, {}, false, std::move(definition)};
  for (const Parameter& each : parameters) {
    selection.parameters[each.name] = each.default_value;
  }
  return selection;
}

void make_and_issue(benchmark::State& state, const Selection& selection) {
  StillSession session;
  const auto work = make_work(selection, {}, 0, session);
  Reply reply;
  std::uint32_t slot = 0;
  for (auto _ : state) {
    if (slot == 0) {
      work->make(0, work->slots());
    }
    benchmark::DoNotOptimize(work->issue(slot, reply));
    slot = (slot + 1) & (work->slots() - 1);
  }
}

void one_workload(benchmark::State& state, const char* name) {
  make_and_issue(state, unverified(name, nullptr, find(name)->parameters));
}

// budget: 10 ns over the mean of its members
void mix_of_two(benchmark::State& state, const char* first, const char* second) {
  const nlohmann::json definition = {
      {"kind", "mix"},
      {"of", {{{"workload", first}, {"share", 0.5}}, {{"workload", second}, {"share", 0.5}}}}};
  make_and_issue(state, unverified("mine", definition,
                                   own_workload("mine", definition).description.parameters));
}

BENCHMARK_CAPTURE(one_workload, get, "cache.get");
BENCHMARK_CAPTURE(one_workload, put, "cache.put");
BENCHMARK_CAPTURE(mix_of_two, get_and_get, "cache.get", "cache.get");
BENCHMARK_CAPTURE(mix_of_two, get_and_put, "cache.get", "cache.put");

}  // namespace
}  // namespace assay::workload

BENCHMARK_MAIN();
