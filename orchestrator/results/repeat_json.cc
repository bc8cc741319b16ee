#include "results/repeat_json.h"

namespace assay::results {

namespace {

using Json = nlohmann::json;

Json latency_json(const Latency& latency) {
  Json json = Json::object();
  for (const auto& [name, member] : latency_figures) {
    json[name] = finite(latency.*member);
  }
  return json;
}

Latency latency_of(const JsonField& field) {
  Latency latency;
  for (const auto& [name, member] : latency_figures) {
    latency.*member = field[name].maybe<double>();
  }
  return latency;
}

Json open_json(const std::optional<OpenFigures>& open) {
  if (!open) {
    return nullptr;
  }
  return {{"offered_per_second", open->offered_per_second},
          {"achieved_share", open->achieved_share},
          {"due", open->due},
          {"waited", open->waited},
          {"unsent", open->unsent},
          {"overloaded", open->overloaded},
          {"generator_ns", latency_json(open->generator_ns)}};
}

OpenFigures open_of(const JsonField& field) {
  return {.offered_per_second = field["offered_per_second"].as<double>(),
          .achieved_share = field["achieved_share"].as<double>(),
          .due = field["due"].as<std::uint64_t>(),
          .waited = field["waited"].as<std::uint64_t>(),
          .unsent = field["unsent"].as<std::uint64_t>(),
          .overloaded = field["overloaded"].as<bool>(),
          .generator_ns = latency_of(field["generator_ns"])};
}

Json resources_json(const std::map<std::string, engine::Resources>& parts) {
  Json json = Json::object();
  for (const auto& [part, used] : parts) {
    json[part] = {{"cpu_seconds", finite(used.cpu_seconds)},
                  {"rss_bytes", used.rss_bytes},
                  {"read_bytes", used.read_bytes},
                  {"written_bytes", used.written_bytes}};
  }
  return json;
}

std::map<std::string, engine::Resources> resources_of(const JsonField& field) {
  std::map<std::string, engine::Resources> parts;
  for (const auto& [part, used] : field.members()) {
    parts[part] = {.cpu_seconds = used["cpu_seconds"].as<double>(),
                   .rss_bytes = used["rss_bytes"].as<std::int64_t>(),
                   .read_bytes = used["read_bytes"].as<std::int64_t>(),
                   .written_bytes = used["written_bytes"].as<std::int64_t>()};
  }
  return parts;
}

template <typename T>
std::map<std::string, T> map_of(const JsonField& field) {
  std::map<std::string, T> map;
  for (const std::pair<std::string, JsonField>& member : field.members()) {
    map[member.first] = member.second.as<T>();
  }
  return map;
}

template <typename T>
std::vector<T> vector_of(const JsonField& field) {
  std::vector<T> vector;
  for (const JsonField& each : field.elements()) {
    vector.push_back(each.as<T>());
  }
  return vector;
}

Json cold_json(const std::optional<observe::CachedFiles>& cold) {
  if (!cold) {
    return nullptr;
  }
  return {{"data_bytes", cold->bytes}, {"cached_bytes", cold->cached_bytes}};
}

Json members_json(const std::vector<MemberFigures>& members) {
  Json json = Json::array();
  for (const MemberFigures& each : members) {
    json.push_back({{"workload", each.workload},
                    {"operations", each.operations},
                    {"response_ns", latency_json(each.response_ns)}});
  }
  return json;
}

std::vector<MemberFigures> members_of(const JsonField& field) {
  std::vector<MemberFigures> members;
  for (const JsonField& each : field.elements()) {
    members.push_back({each["workload"].as<std::string>(), each["operations"].as<std::uint64_t>(),
                       latency_of(each["response_ns"])});
  }
  return members;
}

Json failure_json(const std::optional<engine::Failure>& failure) {
  if (!failure) {
    return nullptr;
  }
  return {{"phase", valid_utf8(failure->phase)}, {"text", valid_utf8(failure->text)}};
}

}  // namespace

Json repeat_json(const Repeat& repeat) {
  Json json;
  json["round"] = repeat.round;
  json["ops_per_second"] = finite(repeat.ops_per_second);
  json["operations"] = repeat.operations;
  json["finished"] = repeat.finished;
  json["errors"] = repeat.errors;
  json["seconds"] = repeat.seconds;
  json["response_ns"] = latency_json(repeat.response_ns);
  json["service_ns"] = latency_json(repeat.service_ns);
  json["members"] = members_json(repeat.members);
  json["open"] = open_json(repeat.open);
  json["histogram"] = repeat.histogram;
  json["series"] = repeat.series;
  json["per_process_ops_per_second"] = repeat.per_process_ops_per_second;
  json["resources"] = resources_json(repeat.resources);
  json["phase_seconds"] = repeat.phase_seconds;
  json["counters"] = repeat.counters;
  json["cold"] = cold_json(repeat.cold);
  json["failure"] = failure_json(repeat.failure);
  json["first_error"] = valid_utf8(repeat.first_error);
  return json;
}

Repeat repeat_of(const JsonField& field) {
  Repeat repeat;
  repeat.round = field["round"].as<std::uint32_t>();
  repeat.ops_per_second = field["ops_per_second"].maybe<double>();
  repeat.operations = field["operations"].as<std::uint64_t>();
  if (field.value().contains("finished")) {
    repeat.finished = field["finished"].as<std::uint64_t>();
  }
  repeat.errors = map_of<std::uint64_t>(field["errors"]);
  repeat.seconds = field["seconds"].as<double>();
  repeat.response_ns = latency_of(field["response_ns"]);
  repeat.service_ns = latency_of(field["service_ns"]);
  if (field.value().contains("members")) {
    repeat.members = members_of(field["members"]);
  }
  // Results of before there were open loads have none.
  if (field.value().contains("open") && !field["open"].value().is_null()) {
    repeat.open = open_of(field["open"]);
  }
  repeat.histogram = field["histogram"].as<std::string>();
  repeat.series = vector_of<std::uint64_t>(field["series"]);
  repeat.per_process_ops_per_second = vector_of<double>(field["per_process_ops_per_second"]);
  repeat.resources = resources_of(field["resources"]);
  repeat.phase_seconds = map_of<double>(field["phase_seconds"]);
  repeat.counters = map_of<std::int64_t>(field["counters"]);
  if (field.value().contains("cold") && !field.value()["cold"].is_null()) {
    const JsonField cold = field["cold"];
    repeat.cold = observe::CachedFiles{.bytes = cold["data_bytes"].as<std::int64_t>(),
                                       .cached_bytes = cold["cached_bytes"].as<std::int64_t>()};
  }
  const JsonField failure = field["failure"];
  if (!failure.value().is_null()) {
    repeat.failure = engine::Failure{.phase = failure["phase"].as<std::string>(),
                                     .text = failure["text"].as<std::string>()};
  }
  repeat.first_error = field["first_error"].as<std::string>();
  return repeat;
}

}  // namespace assay::results
