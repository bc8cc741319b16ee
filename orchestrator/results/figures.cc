#include "results/figures.h"

#include <algorithm>
#include <cassert>

namespace assay::results {

namespace {

constexpr std::string_view separator = " | ";

std::map<std::string, std::int64_t> counted(const engine::Measurement& measurement) {
  std::map<std::string, std::int64_t> differences;
  for (const Counter& counter : measurement.counters_after) {
    differences[counter.name] += counter.value;
  }
  for (const Counter& counter : measurement.counters_before) {
    differences[counter.name] -= counter.value;
  }
  return differences;
}

}  // namespace

Latency latency(const engine::Histogram& histogram) {
  Latency figures;
  if (histogram.count() == 0) {
    return figures;
  }
  const auto printable = [&](double quantile) {
    return histogram.printable(quantile)
               ? std::optional(static_cast<double>(histogram.at(quantile)))
               : std::nullopt;
  };
  figures.p50 = printable(0.5);
  figures.p90 = printable(0.9);
  figures.p95 = printable(0.95);
  figures.p99 = printable(0.99);
  figures.p99_9 = printable(0.999);
  figures.min = static_cast<double>(histogram.min_ns());
  figures.mean = histogram.mean_ns();
  figures.max = static_cast<double>(histogram.max_ns());
  return figures;
}

namespace {

// An empty histogram of service times says that they equal the response times.
void add_times(const engine::Measurement& measured, Repeat& repeat) {
  repeat.response_ns = latency(measured.response);
  repeat.service_ns =
      measured.service.count() == 0 ? repeat.response_ns : latency(measured.service);
  for (const engine::MemberResponse& each : measured.members) {
    repeat.members.push_back({each.workload, each.response.count(), latency(each.response)});
  }
  if (!measured.open) {
    return;
  }
  const engine::OpenLoad& open = *measured.open;
  repeat.open = {
      open.offered_per_second, open.achieved_share,    open.due, open.waited, open.unsent,
      open.overloaded,         latency(open.generator)};
  if (open.overloaded) {
    repeat.response_ns = {};
    for (MemberFigures& each : repeat.members) {
      each.response_ns = {};
    }
  }
}

}  // namespace

Repeat figures(std::uint32_t round, const engine::BlockResult& result) {
  assert(result.measurement.has_value() != result.failure.has_value());
  Repeat repeat;
  repeat.round = round;
  repeat.failure = result.failure;
  if (!result.measurement) {
    return repeat;
  }
  const engine::Measurement& measured = *result.measurement;
  if (measured.seconds > 0) {
    repeat.ops_per_second = static_cast<double>(measured.operations) / measured.seconds;
  }
  repeat.operations = measured.operations;
  repeat.finished = measured.finished;
  repeat.errors = measured.errors;
  repeat.first_error = measured.first_error;
  repeat.seconds = measured.seconds;
  add_times(measured, repeat);
  repeat.series = measured.series;
  repeat.per_process_ops_per_second = measured.per_process_ops_per_second;
  repeat.resources = measured.resources;
  repeat.phase_seconds = measured.phase_seconds;
  repeat.counters = counted(measured);
  repeat.cold = measured.cold;
  return repeat;
}

void join_distinct(std::string& values, const std::string& value) {
  std::string_view rest = values;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    if (rest.substr(0, end) == value) {
      return;
    }
    rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  }
  if (!values.empty()) {
    values += separator;
  }
  values += value;
}

std::map<std::string, std::string> read_back(const std::vector<Facts>& facts) {
  std::map<std::string, std::string> found;
  for (const Facts& process : facts) {
    for (const Setting& setting : process.settings) {
      join_distinct(found[setting.name], setting.value);
    }
    join_distinct(found["durability"], std::string(name(process.durability)));
  }
  return found;
}

std::string version(const engine::Measurement& measurement) {
  std::string versions = measurement.server_version;
  if (versions.empty()) {
    for (const Facts& process : measurement.facts) {
      join_distinct(versions, process.version);
    }
  }
  return versions;
}

}  // namespace assay::results
