#include "engine/wire.h"

#include <algorithm>

namespace assay::engine {
namespace {

void fill(const Histogram& histogram, wire::Histogram& sent) {
  const Histogram::Sparse sparse = histogram.sparse();
  sent.mutable_buckets()->Assign(sparse.buckets.begin(), sparse.buckets.end());
  sent.mutable_counts()->Assign(sparse.counts.begin(), sparse.counts.end());
  sent.set_overflows(sparse.overflows);
  sent.set_min_ns(sparse.min_ns);
  sent.set_max_ns(sparse.max_ns);
  sent.set_sum_ns(sparse.sum_ns);
}

Histogram read(const wire::Histogram& sent) {
  Histogram::Sparse sparse;
  sparse.buckets.assign(sent.buckets().begin(), sent.buckets().end());
  sparse.counts.assign(sent.counts().begin(), sent.counts().end());
  sparse.overflows = sent.overflows();
  sparse.min_ns = sent.min_ns();
  sparse.max_ns = sent.max_ns();
  sparse.sum_ns = sent.sum_ns();
  return Histogram::from_sparse(sparse);
}

// As much as there is room for.
template <std::size_t Count>
void read(const google::protobuf::RepeatedField<std::uint64_t>& sent,
          std::array<std::uint64_t, Count>& numbers) {
  std::copy_n(sent.begin(), std::min(sent.size(), static_cast<int>(Count)), numbers.begin());
}

}  // namespace

void to_wire(const std::vector<Setting>& settings,
             google::protobuf::RepeatedPtrField<wire::Setting>& sent) {
  for (const Setting& setting : settings) {
    wire::Setting& each = *sent.Add();
    each.set_name(setting.name);
    each.set_value(setting.value);
  }
}

std::vector<Setting> from_wire(const google::protobuf::RepeatedPtrField<wire::Setting>& sent) {
  std::vector<Setting> settings;
  settings.reserve(static_cast<std::size_t>(sent.size()));
  for (const wire::Setting& each : sent) {
    settings.push_back({each.name(), each.value()});
  }
  return settings;
}

wire::Tally to_wire(const Tally& tally) {
  wire::Tally sent;
  fill(tally.response, *sent.mutable_response());
  fill(tally.service, *sent.mutable_service());
  for (const Histogram& part : tally.parts) {
    fill(part, *sent.add_parts());
  }
  sent.mutable_outcomes()->Assign(tally.outcomes.begin(), tally.outcomes.end());
  sent.mutable_series()->Assign(tally.series.begin(), tally.series.end());
  sent.set_first_ns(tally.first_ns);
  sent.set_last_ns(tally.last_ns);
  sent.set_first_error(tally.first_error);
  sent.set_lost_connections(tally.lost_connections);
  sent.set_finished(tally.finished);
  sent.set_doubtful(tally.doubtful);
  sent.set_other_calls(tally.other_calls);
  fill(tally.generator, *sent.mutable_generator());
  sent.set_waited(tally.waited);
  sent.set_unsent(tally.unsent);
  sent.set_lag_ns(tally.lag_ns);
  sent.mutable_part_operations()->Assign(tally.part_operations.begin(),
                                         tally.part_operations.end());
  sent.mutable_part_waited_ns()->Assign(tally.part_waited_ns.begin(), tally.part_waited_ns.end());
  return sent;
}

Tally from_wire(const wire::Tally& sent) {
  Tally tally;
  tally.response = read(sent.response());
  tally.service = read(sent.service());
  for (const wire::Histogram& part : sent.parts()) {
    tally.parts.push_back(read(part));
  }
  read(sent.outcomes(), tally.outcomes);
  tally.series.assign(sent.series().begin(), sent.series().end());
  tally.first_ns = sent.first_ns();
  tally.last_ns = sent.last_ns();
  tally.first_error = sent.first_error();
  tally.lost_connections = sent.lost_connections();
  tally.finished = sent.finished();
  tally.doubtful = sent.doubtful();
  tally.other_calls = sent.other_calls();
  tally.generator = read(sent.generator());
  tally.waited = sent.waited();
  tally.unsent = sent.unsent();
  tally.lag_ns = sent.lag_ns();
  read(sent.part_operations(), tally.part_operations);
  read(sent.part_waited_ns(), tally.part_waited_ns);
  return tally;
}

wire::Facts to_wire(const Facts& facts) {
  wire::Facts sent;
  sent.set_version(facts.version);
  sent.set_durability(static_cast<std::uint32_t>(facts.durability));
  to_wire(facts.settings, *sent.mutable_settings());
  return sent;
}

Facts from_wire(const wire::Facts& sent) {
  return {sent.version(), static_cast<Durability>(sent.durability()), from_wire(sent.settings())};
}

wire::Resources to_wire(const Resources& resources) {
  wire::Resources sent;
  sent.set_cpu_seconds(resources.cpu_seconds);
  sent.set_rss_bytes(resources.rss_bytes);
  sent.set_read_bytes(resources.read_bytes);
  sent.set_written_bytes(resources.written_bytes);
  return sent;
}

Resources from_wire(const wire::Resources& sent) {
  return {sent.cpu_seconds(), sent.rss_bytes(), sent.read_bytes(), sent.written_bytes()};
}

}  // namespace assay::engine
