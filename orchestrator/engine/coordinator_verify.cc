// What a block's figures are held against: the system's own counts, and what was written.
#include <fmt/format.h>

#include <algorithm>

#include "engine/coordinator.h"

namespace assay::engine {
namespace {

// The counter of a plugin that goes up by one for each call of a component.
constexpr std::string_view operations_counter = "operations";

}  // namespace

std::vector<Counter> Coordinator::counters() {
  // A server counts for everyone, an embedded system for its own process.
  const Workers asked = block_.cell.environment == Environment::embedded ? all() : first();
  std::vector<wire::Counts> counts(asked.size());
  call(asked, [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Counters(&context, {}, &counts[worker.process()]);
  });
  std::vector<Counter> sums;
  for (const wire::Counts& each : counts) {
    for (const wire::Counter& counter : each.counters()) {
      const auto found = std::find_if(
          sums.begin(), sums.end(), [&](const Counter& sum) { return sum.name == counter.name(); });
      if (found == sums.end()) {
        sums.push_back({counter.name(), counter.value()});
      } else {
        found->value += counter.value();
      }
    }
  }
  return sums;
}

// What the system counted of its own is the one witness that operations were done at all.
void Coordinator::compare_counters() const {
  const auto counted = [](const std::vector<Counter>& counters) -> std::optional<std::int64_t> {
    const auto found = std::find_if(counters.begin(), counters.end(), [](const Counter& each) {
      return each.name == operations_counter;
    });
    return found == counters.end() ? std::nullopt : std::optional(found->value);
  };
  const auto before = counted(measurement_.counters_before);
  const auto after = counted(measurement_.counters_after);
  if (!before || !after) {
    return;
  }
  const auto most = static_cast<std::int64_t>(measurement_.finished + measurement_.other_calls);
  const auto least = most - static_cast<std::int64_t>(measurement_.doubtful);
  const std::int64_t operations = *after - *before;
  if (operations < least || operations > most) {
    throw Error(fmt::format(
        "the system counted {} operations where it was sent {}, warm-up included{}; either it "
        "did other work than was asked of it, or the plugin counts wrong",
        operations, most,
        least < most ? fmt::format(" ({} of them may not have reached it)", most - least) : ""));
  }
}

void Coordinator::verify() {
  measurement_.counters_after = counters();
  compare_counters();
  if (!block_.verify) {
    return;
  }
  std::vector<wire::Verdict> verdicts(workers_.size());
  call(all(), [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Verify(&context, {}, &verdicts[worker.process()]);
  });
  workload::Verdict all;
  for (const wire::Verdict& verdict : verdicts) {
    all.add({verdict.checked(), verdict.wrong()});
  }
  if (all.wrong == 0) {
    return;
  }
  const std::string text = fmt::format(
      "{} of {} items read back after the measurement were wrong or gone", all.wrong, all.checked);
  if (all.wrong * 1000 > all.checked) {
    throw Error(text +
                "; a system that loses what it acknowledged has no speed to show: look into "
                "its settings and its plugin");
  }
  measurement_.errors[std::string(workload::name(workload::Outcome::wrong_value))] += all.wrong;
  if (measurement_.first_error.empty()) {
    measurement_.first_error = text;
  }
}

}  // namespace assay::engine
